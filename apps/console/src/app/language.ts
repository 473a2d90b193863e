import { i18n } from "@lingui/core";

/** The languages of the console. Another one needs a catalogue in `messages`, and its name here. */
export const languages = { en: "English", de: "Deutsch" } as const;

export type Language = keyof typeof languages;

// Kept at this device: it is no secret.
const languageName = "asbuilt.language";

/** Returns the language that was chosen here, or else the browser's first one that there is. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(languageName) ?? "", ...navigator.languages];
  const known = wanted.map((tag) => tag.slice(0, 2)).find((tag) => Object.hasOwn(languages, tag));
  return (known as Language | undefined) ?? "en";
}

/** Loads the catalogue of a language and shows the console in it. */
export async function speak(language: Language): Promise<void> {
  const { messages } = await import(`./messages/${language}.po`);
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  localStorage.setItem(languageName, language);
}
