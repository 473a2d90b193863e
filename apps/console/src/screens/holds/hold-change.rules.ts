interface Change {
  readonly after: Readonly<Record<string, unknown>> | null;
}

/**
 * Returns the change that put an item on hold, of its changes with the newest first. Hold is not
 * the only verb that does: Update, Return and Remove can do so too.
 */
export const holdChangeOf = <Given extends Change>(
  newestFirst: readonly Given[],
): Given | undefined => {
  const found = newestFirst.find(({ after }) => after?.["holdReasonID"] !== undefined);
  return found?.after?.["holdReasonID"] === null ? undefined : found;
};
