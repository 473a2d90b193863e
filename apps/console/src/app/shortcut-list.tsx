import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Dialog } from "../ui/dialog.tsx";
import { Button } from "../ui/button.tsx";
import { placeLetters } from "./shortcuts.ts";
import { usePlaces } from "./use-places.ts";

/** The keys of parts that screens share. */
const partShortcuts: readonly {
  readonly part: MessageDescriptor;
  readonly keys: readonly (readonly [keys: string, effect: MessageDescriptor])[];
}[] = [
  {
    part: msg`List`,
    keys: [
      ["↑ ↓ PgUp PgDn Home End", msg`Move in the list`],
      ["Enter", msg`Open the record`],
    ],
  },
  {
    part: msg`Tree`,
    keys: [
      ["→ ←", msg`Open a row, close it, go to its parent`],
      ["*", msg`Open all rows`],
    ],
  },
  {
    part: msg`Form`,
    keys: [["Esc", msg`Leave it`]],
  },
];

/** The keys that the console knows, for this person. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const places = usePlaces().flatMap((group) => group.places);
  const general: [string, string][] = [
    ["/ , Ctrl+K", t`Find or scan anything`],
    ["?", t`This list`],
  ];
  const chords = Object.entries(placeLetters).flatMap(([letter, path]): [string, string][] => {
    const place = places.find((known) => known.path === path);
    return place ? [[`g ${letter}`, i18n._(place.name)]] : [];
  });
  return (
    <Dialog title={t`Keys`} onClose={onClose}>
      <KeyTable caption={t`Everywhere`} keys={[...general, ...chords]} />
      {partShortcuts.map(({ part, keys }) => (
        <KeyTable
          key={i18n._(part)}
          caption={i18n._(part)}
          keys={keys.map(([name, effect]) => [name, i18n._(effect)])}
        />
      ))}
      <div className="form-actions">
        <Button onClick={onClose}>{t`Close`}</Button>
      </div>
    </Dialog>
  );
}

interface KeyTableProps {
  readonly caption: string;
  readonly keys: readonly (readonly [keys: string, effect: string])[];
}

const KeyTable = ({ caption, keys }: KeyTableProps) => (
  <table className="keys">
    <caption>{caption}</caption>
    <tbody>
      {keys.map(([name, effect]) => (
        <tr key={name}>
          <th scope="row">
            <kbd>{name}</kbd>
          </th>
          <td>{effect}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
