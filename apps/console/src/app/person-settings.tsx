import { Trans, useLingui } from "@lingui/react/macro";
import { SignOut } from "../outbox/sign-out.tsx";
import { useSession } from "../session/session.tsx";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Facts } from "../ui/page.tsx";
import { Moment } from "../ui/values.tsx";
import { type Language, languages, speak } from "./language.ts";
import { prefer, usePreferences } from "./preferences.ts";
import { lockMinutesChoices } from "./preferences.rules.ts";
import { useRoleName } from "./roles.ts";

/** The person's key and device, and how to leave. */
export function PersonSettings() {
  const { t } = useLingui();
  const { who, lock } = useSession();
  const roleName = useRoleName();
  return (
    <>
      <Facts
        facts={[
          [t`Signed in as`, who.user],
          [t`Role`, roleName(who.role)],
          [t`Key`, who.keyName],
          [t`Signed in until`, who.expiresAt && <Moment key="until" at={who.expiresAt} />],
          [t`Key expires`, who.keyExpiresAt && <Moment key="expiry" at={who.keyExpiresAt} />],
          [t`Plant`, location.host],
          [t`Time zone`, who.timeZone],
          [t`Version`, who.version],
        ]}
      />
      <DeviceSettings />
      <div className="form-actions">
        <Button onClick={lock}>
          <Icon name="lock" />
          <Trans>Lock</Trans>
        </Button>
        <SignOut />
      </div>
    </>
  );
}

function DeviceSettings() {
  const { t, i18n } = useLingui();
  const { theme, density, lockMinutes } = usePreferences();
  return (
    <div className="form">
      <Field label={t`Language`}>
        {(connected) => (
          <select
            {...connected}
            value={i18n.locale}
            // The options are the languages.
            onChange={(event) => speak(event.target.value as Language)}
          >
            {Object.entries(languages).map(([language, { name }]) => (
              <option key={language} value={language} lang={language}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Choice
        label={t`Colours`}
        value={theme}
        options={[
          ["system", t`As the system`],
          ["light", t`Light`],
          ["dark", t`Dark`],
        ]}
        onChange={(chosen) => prefer({ theme: chosen })}
      />
      <Choice
        label={t`Size of what is touched`}
        value={density}
        options={[
          ["office", t`Office`],
          ["station", t`Station, for gloves`],
        ]}
        onChange={(chosen) => prefer({ density: chosen })}
      />
      <Field label={t`Lock after`}>
        {(connected) => (
          <select
            {...connected}
            value={lockMinutes}
            onChange={(event) => prefer({ lockMinutes: Number(event.target.value) })}
          >
            {lockMinutesChoices.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes === 0 ? t`Never` : t`${minutes} minutes without input`}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
