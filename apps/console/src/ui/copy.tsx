import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  /** Returns the text when it is copied. */
  readonly text: () => string;
  readonly children: ReactNode;
}

/** A button that copies a text, and says that it did. */
export function CopyButton({ text, children }: CopyButtonProps) {
  const { t } = useLingui();
  const [result, setResult] = useState<"copied" | "failed">();
  const copy = async () => setResult((await copyText(text())) ? "copied" : "failed");
  return (
    <>
      <Button onClick={copy}>{children}</Button>
      <output className="soft">
        {result === "copied" ? t`Copied.` : undefined}
        {result === "failed" ? t`The browser does not allow copying here.` : undefined}
      </output>
    </>
  );
}

/** Copies the address of what is shown. Another person sees the same there, with a key of their own. */
export const CopyLink = () => (
  <CopyButton text={() => location.href}>
    <Trans>Copy link</Trans>
  </CopyButton>
);

async function copyText(text: string): Promise<boolean> {
  // A browser has no clipboard for pages that come without TLS, as in a plant's own network.
  if (!isSecureContext) return copySelected(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const input = document.createElement("textarea");
  input.value = text;
  input.className = "visually-hidden";
  document.body.append(input);
  input.select();
  const isCopied = document.execCommand("copy");
  input.remove();
  return isCopied;
}
