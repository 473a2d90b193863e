import { type ReactNode, useEffect } from "react";
import { HelpButton } from "../app/help-button.tsx";
import { TourLink } from "../app/tour-link.tsx";

// Where a screen finds what stands in the place of its content.
export { Waiting } from "../client/waiting.tsx";

interface PageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: its title with its help, the actions on all of it, and its content. */
export function Page({ title, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · asbuilt`;
  }, [title]);
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-title">
          <h1>{title}</h1>
          <HelpButton title={title} />
        </div>
        <div className="row">
          <TourLink />
          {actions}
        </div>
      </header>
      {children}
    </div>
  );
}

/** What belongs at an empty place, and the action that puts it there. */
export const Empty = ({ children }: { readonly children: ReactNode }) => (
  <div className="card soft">{children}</div>
);

interface FactsProps {
  /** Names and values. A value that is missing leaves its name out. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

export const Facts = ({ facts }: FactsProps) => (
  <dl className="facts">
    {facts
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
