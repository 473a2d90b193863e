import type { ReactNode } from "react";

interface SamplesProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The samples of one kind of part. */
export const Samples = ({ title, children }: SamplesProps) => (
  <section className="form samples" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** A part in one state. */
export const Sample = ({ title, children }: SamplesProps) => (
  <figure className="sample">
    <figcaption className="soft">{title}</figcaption>
    {children}
  </figure>
);

/** Words without a place to break, and many of them. */
export const longText =
  "Radialwellendichtringgehäusedeckelschraubensicherungsblech, second side, for the pump of line 7";
