interface Change {
  readonly action: string;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/**
 * Returns the change that put an item on hold, of its changes with the newest first. Hold is not
 * the only verb that does: Update, Return and Remove can do so too. A Release that leaves another hold
 * did not begin that.
 */
export const holdChangeOf = <Given extends Change>(
  newestFirst: readonly Given[],
): Given | undefined => {
  const reasonOf = ({ after }: Given) => after?.["holdReasonID"];
  const found = newestFirst.find(
    (change) =>
      reasonOf(change) !== undefined && (change.action !== "released" || !reasonOf(change)),
  );
  return found && reasonOf(found) !== null ? found : undefined;
};
