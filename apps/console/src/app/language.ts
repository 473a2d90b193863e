import { i18n, type Messages } from "@lingui/core";

type Load = () => Promise<{ readonly messages: Messages }>;

interface Spoken {
  readonly name: string;
  /** The texts of every page, and of the station. */
  readonly first: Load;
  /** All others. */
  readonly later: Load;
}

/** The languages of the console. Another one needs a catalogue in `messages`, and its line here. */
export const languages = {
  en: {
    name: "English",
    first: () => import("./messages/en.po?first?lingui"),
    later: () => import("./messages/en.po?later?lingui"),
  },
  de: {
    name: "Deutsch",
    first: () => import("./messages/de.po?first?lingui"),
    later: () => import("./messages/de.po?later?lingui"),
  },
} satisfies Readonly<Record<string, Spoken>>;

export type Language = keyof typeof languages;

// Kept at this device: it is no secret.
const languageName = "asbuilt.language";

/** Returns the language that was chosen here, or else the browser's first one that there is. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(languageName) ?? "", ...navigator.languages];
  const known = wanted.map((tag) => tag.slice(0, 2)).find((tag) => Object.hasOwn(languages, tag));
  return (known as Language | undefined) ?? "en";
}

/** Returns the locale that writes times as the browser's region does, if it speaks the language. */
export const timeLocale = (language: string): string =>
  navigator.languages.find((tag) => tag.slice(0, 2) === language) ?? language;

let current: Language = "en";
let all: Promise<void> | undefined;
let hasAll = false;

/** Loads the texts of a language as far as they are needed, and shows the console in it. */
export async function speak(language: Language): Promise<void> {
  const { first, later } = languages[language];
  const parts = await Promise.all(all ? [first(), later()] : [first()]);
  current = language;
  const messages: Messages = Object.assign({}, ...parts.map((part) => part.messages));
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  localStorage.setItem(languageName, language);
}

/** Loads the texts that only the station does without. Undefined if they are there. */
export function allTexts(): Promise<void> | undefined {
  if (hasAll) return undefined;
  all ??= loadAll();
  return all;
}

async function loadAll(): Promise<void> {
  const language = current;
  try {
    const { messages } = await languages[language].later();
    i18n.load(language, messages);
    hasAll = true;
  } catch (error) {
    // The next screen that needs them tries again.
    all = undefined;
    throw error;
  }
}
