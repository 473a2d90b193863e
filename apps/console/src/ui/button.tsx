import type { ComponentProps } from "react";

type Kind = "main" | "danger" | "plain";

/** A button. `main` is the one action that a screen is for; `danger` can't be undone. */
export const Button = ({
  kind,
  ...rest
}: ComponentProps<"button"> & { readonly kind?: Kind | undefined }) => (
  <button type="button" className="button" data-kind={kind} {...rest} />
);
