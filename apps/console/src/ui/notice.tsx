import type { ReactNode } from "react";

/** What a colour says. Text or a sign always says it too. */
export type Meaning = "good" | "caution" | "bad" | "neutral";

interface NoticeProps {
  readonly meaning?: Meaning;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}

/** A message in the page. A bad one is read out immediately. */
export const Notice = ({ meaning = "neutral", title, children }: NoticeProps) => (
  <div className="notice" data-meaning={meaning} role={meaning === "bad" ? "alert" : "status"}>
    <p className="notice-title">{title}</p>
    {children}
  </div>
);

export const Chip = ({
  meaning = "neutral",
  children,
}: {
  readonly meaning?: Meaning;
  readonly children: ReactNode;
}) => (
  <span className="chip" data-meaning={meaning}>
    {children}
  </span>
);
