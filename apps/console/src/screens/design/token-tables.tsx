import { usePreferences } from "../../app/preferences.ts";
import { contrastMin, contrastOf, type Pair, pairs } from "../../ui/contrast.rules.ts";
import { Sample, Samples } from "./sample.tsx";

/** The value of a token, as the style sheet states it. */
const valueOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const texts = ["text-small", "text", "text-large", "text-title", "text-banner"];
const spaces = ["space-1", "space-2", "space-3", "space-4", "space-6", "space-8"];

/** Colours with their contrast, sizes of text, distances and targets. */
export const TokenTables = () => (
  <>
    <Samples title="Colours">
      <div className="swatches">
        {pairs.map((pair) => (
          <Swatch key={`${pair.ink} ${pair.on}`} pair={pair} />
        ))}
      </div>
    </Samples>
    <Samples title="Text">
      {texts.map((name) => (
        <Sample key={name} title={`--${name}: ${valueOf(name)}`}>
          <p style={{ fontSize: `var(--${name})` }}>IMPELLER-0004 is in PUMP-0004. 1,234.5 kg</p>
        </Sample>
      ))}
      <Sample title="code">
        <code>01a21c28-fc24-78a3 0O 1Il 5S 8B</code>
      </Sample>
    </Samples>
    <Samples title="Distances and targets">
      {spaces.map((name) => (
        <Sample key={name} title={`--${name}: ${valueOf(name)}`}>
          <div className="measure" style={{ inlineSize: `var(--${name})` }} />
        </Sample>
      ))}
      <Sample title={`--target, the least size of what is touched: ${valueOf("target")}`}>
        <div className="measure" style={{ inlineSize: "var(--target)" }} />
      </Sample>
      <Sample title={`--row, the height of a row of a list: ${valueOf("row")}`}>
        <div className="measure" style={{ inlineSize: "var(--row)" }} />
      </Sample>
    </Samples>
  </>
);

function Swatch({ pair: { ink, on, use } }: { readonly pair: Pair }) {
  // The values are those of the theme that is shown.
  usePreferences();
  const ratio = contrastOf(valueOf(ink), valueOf(on));
  const style = {
    // A sign is no text.
    color: use === "text" ? `var(--${ink})` : "var(--ink)",
    background: `var(--${on})`,
    borderColor: `var(--${ink})`,
  };
  const isEnough = ratio >= contrastMin[use];
  return (
    <div className="swatch" style={style} data-contrast={isEnough ? "enough" : "too little"}>
      <strong>{ink}</strong> on {on}
      <br />
      {use}: {ratio.toFixed(1)} of {contrastMin[use]}
    </div>
  );
}
