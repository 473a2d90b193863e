type Search = Readonly<Record<string, unknown>>;

/** Keeps the texts of an address that a screen knows; anything else in it is dropped. */
export const texts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Search): { [Key in Name]?: string } => {
    const known = names.filter((name) => search[name] !== undefined && search[name] !== "");
    // The keys are those of `names`.
    return Object.fromEntries(known.map((name) => [name, String(search[name])])) as {
      [Key in Name]?: string;
    };
  };
