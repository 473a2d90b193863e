import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Affected } from "./affected-list.tsx";
import { layOut, type Place, shorten } from "./layers.rules.ts";

/** More would be read more easily in the list. */
export const nodesMax = 200;

const box = { width: 176, height: 44, gapX: 48, gapY: 12 } as const;
/** The characters that a box has room for. */
const serialMax = 18;
const noteMax = 24;

/** The paths from the suspect material, at the left, to everything that contains it. */
export function PathGraph({ items }: { readonly items: readonly Affected[] }) {
  const { t } = useLingui();
  const { places, links, layers, rows } = useMemo(() => layOut(items), [items]);
  const width = layers * (box.width + box.gapX) - box.gapX;
  const height = rows * (box.height + box.gapY) - box.gapY;
  return (
    <figure className="card graph-figure" aria-label={t`Paths from the suspect material`}>
      <div className="graph-scroller">
        <svg
          className="graph"
          width={width + 8}
          height={height + 8}
          viewBox={`-4 -4 ${width + 8} ${height + 8}`}
        >
          {links.map(([from, to]) => (
            <path key={`${from}-${to}`} d={lineOf(places.get(from)!, places.get(to)!)} />
          ))}
          {items.map((item) => (
            <Node key={item.id} item={item} place={places.get(item.id)!} />
          ))}
        </svg>
      </div>
      <figcaption className="field-hint">
        <Trans>
          The suspect material is at the left. A line leads from each item to what it went into. The
          column Path of the list says the same in words.
        </Trans>
      </figcaption>
    </figure>
  );
}

interface NodeProps {
  readonly item: Affected;
  readonly place: Place;
}

function Node({ item, place }: NodeProps) {
  const { t } = useLingui();
  const { x, y } = cornerOf(place);
  const { id, visualSerialNo, productName, path, level } = item;
  const state = useStateText(item);
  const serial = shorten(visualSerialNo, serialMax);
  const note = shorten(state === "" ? productName : `${state} · ${productName}`, noteMax);
  const contained = path[1]?.visualSerialNo ?? "";
  const names = [
    // A person who says what the box shows must reach it by voice.
    `${serial} ${note}`,
    ...(serial === visualSerialNo ? [] : [visualSerialNo]),
    level === 0 ? t`suspect` : t`contains ${contained}`,
  ];
  return (
    <Link
      to="/items/$id"
      params={{ id: String(id) }}
      aria-label={names.join(", ")}
      data-state={item.isHeld ? "held" : undefined}
      data-suspect={level === 0 || undefined}
    >
      <rect x={x} y={y} width={box.width} height={box.height} rx={6} />
      <text>
        <tspan x={x + 10} y={y + 19}>
          {serial}
        </tspan>{" "}
        <tspan x={x + 10} y={y + 36} className="graph-note">
          {note}
        </tspan>
      </text>
    </Link>
  );
}

/** What a colour in the graph says, in words. */
function useStateText({ isHeld, isDispatched }: Affected): string {
  const { t } = useLingui();
  if (isDispatched) return t`Dispatched`;
  return isHeld ? t`On hold` : "";
}

const cornerOf = ({ layer, row }: Place) => ({
  x: layer * (box.width + box.gapX),
  y: row * (box.height + box.gapY),
});

/** A curve from the right side of one box to the left side of the other. */
function lineOf(from: Place, to: Place): string {
  const [start, end] = [cornerOf(from), cornerOf(to)];
  const [x1, y1] = [start.x + box.width, start.y + box.height / 2];
  const [x2, y2] = [end.x, end.y + box.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1},${y1}C${middle},${y1} ${middle},${y2} ${x2},${y2}`;
}

/** Says why no graph is drawn. */
export const TooManyNodes = ({ count }: { readonly count: number }) => (
  <p className="card soft">
    <Trans>The graph is drawn for at most {nodesMax} items.</Trans>{" "}
    <Plural value={count} one="# is affected." other="# are affected." />
  </p>
);
