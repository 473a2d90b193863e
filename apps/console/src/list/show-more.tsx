import { Trans } from "@lingui/react/macro";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { Button } from "../ui/button.tsx";

interface ShowMoreProps {
  readonly pages: Pick<
    UseInfiniteQueryResult,
    "error" | "fetchNextPage" | "hasNextPage" | "isFetching"
  >;
}

/** Reads the next page of a list that a person reads from top to bottom. */
export const ShowMore = ({ pages }: ShowMoreProps) => (
  <>
    {pages.error ? <ProblemNotice error={pages.error} /> : undefined}
    {pages.hasNextPage ? (
      <Button onClick={() => pages.fetchNextPage()} disabled={pages.isFetching}>
        <Trans>Show more</Trans>
      </Button>
    ) : undefined}
  </>
);
