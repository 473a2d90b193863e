import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import type { Page } from "../client/asbuilt.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { useChanges } from "../client/live.ts";
import { Button } from "../ui/button.tsx";
import { Empty, Waiting } from "../ui/page.tsx";
import type { Marks } from "./marks.ts";
import { isListOf, unseenOf } from "./changes.rules.ts";
import { type Column, VirtualGrid } from "./virtual-grid.tsx";

interface RecordListProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly pages: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  readonly keyOf: (row: Row) => number | string;
  readonly onOpen: (row: Row) => void;
  /** What belongs here, for a list without rows. */
  readonly whenEmpty: ReactNode;
  readonly marks?: MarkedList<Row> | undefined;
}

/** Marks of a list, and the name of a row for the box that marks it. */
interface MarkedList<Row> extends Marks<Row> {
  readonly nameOf: (row: Row) => string;
}

/** How near to the end of the rows that are loaded the next page is read. */
const rowsAhead = 30;

/** A list of records. Further pages are read as a person scrolls. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const { label, columns, pages, keyOf, onOpen, whenEmpty, marks } = props;
  const markColumn = useMarkColumn(marks);
  const [active, setActive] = useState(0);
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = pages;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  if (!rows) return error ? <Failed error={error} onRetry={pages.refetch} /> : <Waiting />;
  if (rows.length === 0) return <Empty>{whenEmpty}</Empty>;
  const readAhead = (lastRow: number) => {
    const isNearEnd = lastRow >= rows.length - rowsAhead;
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) {
      void pages.fetchNextPage();
    }
  };
  return (
    <>
      <VirtualGrid
        role="grid"
        label={label}
        columns={markColumn ? [markColumn, ...columns] : columns}
        marks={marks}
        rows={rows}
        keyOf={keyOf}
        isWhole={!hasNextPage}
        active={Math.min(active, rows.length - 1)}
        onActive={setActive}
        onOpen={onOpen}
        onLastRow={readAhead}
        rowAttributes={(row) => ({ onClick: () => onOpen(row) })}
      />
      {isFetchNextPageError ? <Failed error={error} onRetry={pages.fetchNextPage} /> : undefined}
      <div className="list-foot">
        <output className="soft">
          {hasNextPage ? (
            <Trans>{rows.length} loaded. Scroll for more.</Trans>
          ) : (
            <Plural value={rows.length} one="# record" other="# records" />
          )}
        </output>
        <Unseen pages={pages} rows={rows} />
      </div>
    </>
  );
}

/** The boxes that mark rows, for a mouse or a finger. */
function useMarkColumn<Row>(marks: MarkedList<Row> | undefined): Column<Row> | undefined {
  const { t } = useLingui();
  if (!marks) return undefined;
  const box = (label: string, isChecked: boolean, onChange: () => void) => (
    <input
      type="checkbox"
      className="mark"
      tabIndex={-1}
      aria-label={label}
      checked={isChecked}
      onChange={onChange}
      // A click on the row itself opens it.
      onClick={(event) => event.stopPropagation()}
    />
  );
  return {
    name: t`Mark`,
    head: box(t`Mark everything that is loaded`, marks.isAllMarked, marks.toggleAll),
    widthRem: 2,
    share: 0,
    show: (row) => box(t`Mark ${marks.nameOf(row)}`, marks.isMarked(row), () => marks.toggle(row)),
  };
}

/** The changes that the rows do not show yet. The list stays as it is until a person asks. */
function Unseen<Row>({ pages, rows }: Pick<RecordListProps<Row>, "pages"> & Rows<Row>) {
  const operation = pages.data?.pages[0]?.of ?? "";
  const changes = useChanges().filter(({ entity }) => isListOf(operation, entity));
  const unseen = unseenOf(rows, changes, pages.dataUpdatedAt);
  if (unseen === 0) return undefined;
  return (
    <Button onClick={() => pages.refetch()} disabled={pages.isFetching}>
      <Plural value={unseen} one="# change, show" other="# changes, show" />
    </Button>
  );
}

interface Rows<Row> {
  readonly rows: readonly Row[];
}

const Failed = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => (
  <>
    <ProblemNotice error={error} />
    <div>
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  </>
);
