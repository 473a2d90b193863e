import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { type BuiltInRole, roles, useRoleName } from "../../app/roles.ts";
import { useRead, useWrite } from "../../client/queries.ts";
import { type Draft, FieldForm } from "../../contract/field-form.tsx";
import { needed } from "../../contract/field.ts";
import { requestFields } from "../../contract/fields.gen.ts";
import { labelled } from "../../contract/labelled-input.tsx";
import { Barcode } from "../../label/barcode.tsx";
import { Select, UserPicker } from "../../list/pickers.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { InputOf } from "../../ui/field.tsx";
import { Secret } from "../../ui/secret.tsx";
import { Moment } from "../../ui/values.tsx";

// The user is given by name.
const fields = requestFields.apiKeyCreate
  .filter(({ name }) => name !== "userID")
  .map((field) => (field.name === "user" ? needed(field) : field));

function RoleSelect(input: InputOf) {
  const roleName = useRoleName();
  const { data = [] } = useRead("roleList", { body: { isActive: true } });
  const options = [...Object.keys(roles), ...data.map(({ name }) => name)].map((role) => {
    return { value: role, label: roleName(role) };
  });
  return <Select {...input} options={options} />;
}

const inputs = { user: labelled(UserPicker), role: labelled(RoleSelect) };

/** A list that a person has emptied again: the key is not bound by it. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const initial = { role: "operator" satisfies BuiltInRole };

/** Creates a key, and shows it once. */
export function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const creation = useWrite("apiKeyCreate");
  if (creation.data) return <CreatedKey created={creation.data} onClose={onClose} />;
  const create = (changes: Draft) => {
    const given = Object.entries(changes).filter(([, value]) => !isEmptyList(value));
    // The form has read the values by the types of the contract, and the service checks them.
    creation.mutate({ body: { ...initial, ...Object.fromEntries(given) } as never });
  };
  return (
    <Dialog title={t`New key`} onClose={onClose}>
      <p className="soft">
        <Trans>
          A key belongs to one user, who is named in the record of everything done with it. Bind the
          key of a machine to less than its role: to addresses, systems or operations.
        </Trans>
      </p>
      <details>
        <summary>
          <Trans>What each role may do</Trans>
        </summary>
        <RoleTable />
      </details>
      <FieldForm
        fields={fields}
        inputs={inputs}
        initial={initial}
        submitLabel={t`Create the key`}
        error={creation.error}
        isBusy={creation.isPending}
        onSubmit={create}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** What each role may do. */
function RoleTable() {
  const { t, i18n } = useLingui();
  return (
    <dl className="roles" aria-label={t`Roles`}>
      {Object.entries(roles).map(([role, { name, explanation }]) => (
        <div key={role}>
          <dt>{i18n._(name)}</dt>
          <dd className="soft">{i18n._(explanation)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CreatedKeyProps {
  readonly created: Answer<"apiKeyCreate">;
  readonly onClose: () => void;
}

function CreatedKey({ created, onClose }: CreatedKeyProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`The key of ${created.user}`} onClose={onClose}>
      <Secret
        label={t`The new key`}
        value={created.key}
        whenGone={<Trans>If nobody has it, revoke it and create another one.</Trans>}
      />
      {created.key === null ? undefined : <Badge created={created} />}
      <div className="form-actions">
        {created.key === null ? undefined : (
          <Button onClick={() => print()}>
            <Trans>Print the badge</Trans>
          </Button>
        )}
        <Button kind="main" onClick={onClose}>
          <Trans>I have kept the key</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

/** What is printed: a card of the size of a bank card. */
function Badge({ created }: Pick<CreatedKeyProps, "created">) {
  const roleName = useRoleName();
  return (
    <section className="badge">
      <p className="badge-user">{created.user}</p>
      <p>
        {roleName(created.role)} · {created.name}
      </p>
      {/* Bars of a key would be too fine for the width of a card. */}
      {created.key === null ? undefined : (
        <Barcode symbology="dataMatrix" text={created.key} label={created.name} />
      )}
      <p className="badge-key">
        <code>{created.key}</code>
      </p>
      {created.expiresAt === null ? undefined : (
        <p>
          <Trans>
            Valid until <Moment at={created.expiresAt} />
          </Trans>
        </p>
      )}
    </section>
  );
}
