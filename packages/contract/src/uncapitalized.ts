/** A resource's name with a small first letter, as operations and events have it. */
export const uncapitalized = <Name extends string>(name: Name): Uncapitalize<Name> =>
  `${name.charAt(0).toLowerCase()}${name.slice(1)}` as Uncapitalize<Name>;
