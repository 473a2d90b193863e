import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { usePages, useWrite } from "../../client/queries.ts";
import { type Draft, FieldForm } from "../../contract/field-form.tsx";
import { neededFirst } from "../../contract/field.ts";
import { requestFields } from "../../contract/fields.gen.ts";
import { FilterBar } from "../../list/filter-bar.tsx";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { useMay } from "../../session/session.tsx";
import { ActiveChip } from "../../ui/active-chip.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts, Page } from "../../ui/page.tsx";
import { PinDialog } from "./pin-dialog.tsx";

type User = Answer<"userList">[number];

/** The people and systems that keys belong to. */
export function UsersScreen() {
  const { t } = useLingui();
  const may = useMay();
  const navigate = useNavigate();
  const filters = useSearch({ from: "/users" });
  const pages = usePages("userList", { body: filters });
  const [shown, setShown] = useState<Partial<User>>();
  return (
    <Page
      title={t`Users`}
      actions={
        may("userUpsert") ? (
          <Button kind="main" onClick={() => setShown({})}>
            <Trans>New user</Trans>
          </Button>
        ) : undefined
      }
    >
      <FilterBar
        filters={filters}
        fields={[
          { name: "name", label: t`Name` },
          { name: "suid", label: t`Code` },
        ]}
        onChange={(search) => navigate({ to: "/users", search, replace: true })}
      />
      <RecordList
        label={t`Users`}
        columns={useColumns()}
        pages={pages}
        keyOf={({ id }) => id}
        onOpen={setShown}
        whenEmpty={<Trans>No user matches.</Trans>}
      />
      {shown ? <UserDialog user={shown} onClose={() => setShown(undefined)} /> : undefined}
    </Page>
  );
}

function useColumns(): readonly Column<User>[] {
  const { t } = useLingui();
  return [
    { name: t`Name`, widthRem: 12, share: 2, show: (user) => user.name },
    { name: t`Code`, widthRem: 8, share: 1, show: (user) => user.suid },
    { name: t`Description`, widthRem: 12, share: 2, show: (user) => user.description },
    {
      name: t`State`,
      widthRem: 7,
      share: 0.5,
      show: (user) => <ActiveChip isActive={user.isActive} />,
    },
  ];
}

interface UserDialogProps {
  /** Empty for a new user. */
  readonly user: Partial<User>;
  readonly onClose: () => void;
}

function UserDialog({ user, onClose }: UserDialogProps) {
  const { t } = useLingui();
  const may = useMay();
  const [isDeleting, setDeleting] = useState(false);
  const [isGivingPin, setGivingPin] = useState(false);
  if (isDeleting) return <Deletion user={user} onClose={onClose} />;
  if (isGivingPin) return <PinDialog user={user} onClose={onClose} />;
  return (
    <Dialog title={user.name ?? t`New user`} onClose={onClose}>
      {may("userUpsert") ? (
        <UserForm
          user={user}
          onDelete={() => setDeleting(true)}
          onGivePin={() => setGivingPin(true)}
          onClose={onClose}
        />
      ) : (
        <UserFacts user={user} onClose={onClose} />
      )}
    </Dialog>
  );
}

const fields = neededFirst(
  requestFields.userUpsert.filter(({ name }) => !["id", "revNo", "pinSetAt"].includes(name)),
);

interface UserFormProps extends UserDialogProps {
  readonly onDelete: () => void;
  readonly onGivePin: () => void;
}

function UserForm({ user, onDelete, onGivePin, onClose }: UserFormProps) {
  const { t } = useLingui();
  const may = useMay();
  const write = useWrite("userUpsert");
  const { id, revNo } = user;
  const save = (changes: Draft) =>
    // An undefined id is left out of the request.
    write.mutate({ body: { ...changes, id, revNo } as never }, { onSuccess: onClose });
  return (
    <FieldForm
      fields={fields}
      initial={id === undefined ? { isActive: true } : user}
      submitLabel={t`Save`}
      error={write.error}
      isBusy={write.isPending}
      onSubmit={save}
      onCancel={onClose}
    >
      <p className="soft">
        <Trans>
          The keys of an inactive user let nobody in. The record keeps the name of everyone who has
          changed something.
        </Trans>
      </p>
      {id === undefined ? undefined : (
        <div className="row">
          {may("apiKeyList") ? (
            <Link to="/keys" search={{ user: user.name! }} className="button">
              <Trans>Keys of this user</Trans>
            </Link>
          ) : undefined}
          {may("userResetPin") ? (
            <Button onClick={onGivePin}>
              <Trans>Give a PIN</Trans>
            </Button>
          ) : undefined}
          {may("userDelete") ? (
            <Button kind="danger" onClick={onDelete}>
              <Trans>Delete</Trans>
            </Button>
          ) : undefined}
        </div>
      )}
    </FieldForm>
  );
}

function UserFacts({ user, onClose }: UserDialogProps) {
  const { t } = useLingui();
  return (
    <>
      <Facts
        facts={[
          [t`State`, <ActiveChip key="state" isActive={user.isActive === true} />],
          [t`Code`, user.suid],
          [t`Description`, user.description],
          [t`Badge`, user.badge],
        ]}
      />
      <div className="form-actions">
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </>
  );
}

function Deletion({ user, onClose }: UserDialogProps) {
  const { t } = useLingui();
  const deletion = useWrite("userDelete");
  const { id, revNo } = user;
  return (
    <Confirm
      title={t`Delete ${user.name}?`}
      action={<Trans>Delete</Trans>}
      isBusy={deletion.isPending}
      error={deletion.error}
      onConfirm={() =>
        deletion.mutate({ body: { id: id!, revNo: revNo! } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        <Trans>Only a user who has done nothing and has no key can be deleted.</Trans>
      </p>
    </Confirm>
  );
}
