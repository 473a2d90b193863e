import "./ui/tokens.css";
import "./ui/parts.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { reloadAfterUpdate } from "./app/errors.tsx";
import { preferredLanguage, speak } from "./app/language.ts";
import { router } from "./app/router.ts";
import { newQueryClient } from "./client/queries.ts";
import { keptKey, SessionProvider, signIn, useSessionState } from "./session/session.tsx";
import { SignInScreen } from "./session/sign-in-screen.tsx";

const queries = newQueryClient();
const forget = () => queries.clear();

function Console() {
  const { session, enter } = useSessionState(forget);
  const [isResuming, setResuming] = useState(keptKey() !== undefined);
  useEffect(() => {
    const key = keptKey();
    if (key === undefined) return;
    signIn(key)
      .then(enter, () => undefined)
      .finally(() => setResuming(false));
  }, [enter]);
  if (isResuming) return undefined;
  if (!session) return <SignInScreen onEnter={enter} />;
  return (
    <SessionProvider session={session}>
      <RouterProvider router={router} />
    </SessionProvider>
  );
}

reloadAfterUpdate();
await speak(preferredLanguage());
createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <Console />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
