import { useSession } from "../session/session.tsx";
import type { InputOf } from "../ui/field.tsx";
import { localTime, zonedTime } from "./time.rules.ts";

/** A day without a time. The service takes it as a whole day in the plant's time zone. */
export function DayInput({ connected, value, onChange }: InputOf) {
  const { who } = useSession();
  return (
    <input
      {...connected}
      type="date"
      max="9999-12-31"
      value={value.length > 10 ? localTime(value, who.timeZone).slice(0, 10) : value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** A time on the clocks of the plant, whose zone it names: the person can be elsewhere. */
export function MomentInput({ connected, value, onChange }: InputOf) {
  const { who } = useSession();
  return (
    <>
      <input
        {...connected}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={value === "" ? "" : localTime(value, who.timeZone)}
        onChange={({ target }) =>
          onChange(target.value === "" ? "" : zonedTime(target.value, who.timeZone))
        }
      />
      <span className="field-hint">{who.timeZone}</span>
    </>
  );
}
