import { useInfiniteQuery } from "@tanstack/react-query";
import { FilterBar } from "../../list/filter-bar.tsx";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { Treegrid } from "../../tree/treegrid.tsx";
import { Chip } from "../../ui/notice.tsx";
import { Quantity } from "../../ui/values.tsx";
import { refusal } from "./refusal.ts";
import { longText, Sample, Samples } from "./sample.tsx";

interface Row {
  readonly id: number;
  readonly level: number;
  readonly name: string;
  readonly qty: number;
}

const levels = [1, 2, 3, 2, 1, 1, 2];

const rows: readonly Row[] = levels.map((level, index) => ({
  id: index + 1,
  level,
  name: index === 3 ? longText : `PART-000${index + 1}`,
  qty: index + 0.5,
}));

const columns: readonly Column<Row>[] = [
  { name: "Serial", widthRem: 12, share: 2, show: ({ name }) => name },
  { name: "State", widthRem: 8, share: 1, show: () => <Chip meaning="good">Available</Chip> },
  {
    name: "Quantity",
    widthRem: 7,
    share: 1,
    isNumber: true,
    show: ({ qty }) => <Quantity value={qty} unit="kg" />,
  },
];

/** Every state that a list can be in, without the service. */
const answers = {
  "with rows": () => Promise.resolve({ rows, next: undefined }),
  empty: () => Promise.resolve({ rows: [], next: undefined }),
  refused: () => Promise.reject(refusal),
  slow: () => new Promise<never>(() => undefined),
} as const;

type State = keyof typeof answers;

/** Lists and trees. */
export const ListSamples = () => (
  <>
    <Samples title="Lists">
      <FilterBar
        filters={{ visualSerialNo: "PART" }}
        fields={[{ name: "visualSerialNo", label: "Serial" }]}
        onChange={() => undefined}
      />
      {Object.keys(answers).map((state) => (
        <Sample key={state} title={state}>
          {/* The keys are those of the table. */}
          <ListSample state={state as State} />
        </Sample>
      ))}
    </Samples>
    <Samples title="Trees">
      <Treegrid
        label="As built"
        columns={columns}
        rows={rows}
        nameOf={({ name }) => name}
        keyOf={({ name }) => name}
        onOpen={() => undefined}
      />
    </Samples>
  </>
);

function ListSample({ state }: { readonly state: State }) {
  const pages = useInfiniteQuery({
    queryKey: ["design", state],
    queryFn: answers[state],
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
    retry: false,
  });
  return (
    <RecordList
      label={`A list: ${state}`}
      columns={columns}
      pages={pages}
      keyOf={({ id }) => id}
      onOpen={() => undefined}
      whenEmpty="No item matches. Items appear here when they are received."
    />
  );
}
