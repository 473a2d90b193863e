import { print } from "../terminal/messages.ts";
import { requestJson, type TargetOptions, withExisting } from "./with-target.ts";

interface AnchorName {
  readonly id: number;
}

/** `asbuilt take-over`: accepts a record that does not follow its kept anchor, with a reason. */
export const runTakeOver = ({
  reason,
  ...options
}: TargetOptions & { readonly reason: string }): Promise<number> =>
  withExisting(options, async (target) => {
    const path = "/api/Audit/TakeOver";
    const taken = await requestJson<Record<"before" | "after", AnchorName | null>>(
      target,
      "POST",
      path,
      { comment: reason },
      { comment: "--reason" },
    );
    if (!taken) return 1;
    const seal = (anchor: AnchorName | null) => (anchor ? `seal ${anchor.id}` : "no seal");
    print(`The record ends with ${seal(taken.after)}. Before, ${seal(taken.before)} was kept.`);
    return 0;
  });
