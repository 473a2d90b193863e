import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "./button.tsx";

/** Copies a text. Without https a browser allows no page to copy: then a person marks the text. */
export function CopyButton({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState<string>();
  // The type is that of pages with https.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return undefined;
  const copy = async () => {
    await clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <Button onClick={copy}>
      <output>{copied === text ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</output>
    </Button>
  );
}
