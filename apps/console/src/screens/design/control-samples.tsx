import { useState } from "react";
import { FieldForm } from "../../contract/field-form.tsx";
import type { FieldOf } from "../../contract/field.ts";
import { Picker } from "../../list/picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Check, Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { longText, Sample, Samples } from "./sample.tsx";
import { refusal } from "./refusal.ts";

const kinds = [undefined, "main", "danger", "plain"] as const;

/** What a person presses, chooses and types into. */
export const ControlSamples = () => (
  <>
    <Samples title="Buttons">
      {kinds.map((kind) => (
        <Sample key={kind ?? "default"} title={kind ?? "default"}>
          <div className="row">
            <Button kind={kind}>Save</Button>
            <Button kind={kind} className="button focused">
              With focus
            </Button>
            <Button kind={kind} disabled>
              Disabled
            </Button>
            <Button kind={kind}>
              <Icon name="lock" /> With a sign
            </Button>
            <Button kind={kind}>{longText}</Button>
          </div>
        </Sample>
      ))}
      <Sample title="copies a text">
        <CopyButton text={() => "PUMP-0004"}>Copy</CopyButton>
      </Sample>
    </Samples>
    <Samples title="Fields">
      <FieldSamples />
    </Samples>
    <Samples title="Forms">
      <FormSample />
    </Samples>
    <Samples title="Dialogs">
      <DialogSamples />
    </Samples>
  </>
);

function FieldSamples() {
  const [text, setText] = useState("");
  const input = {
    value: text,
    onChange: (event: { target: { value: string } }) => setText(event.target.value),
  };
  return (
    <div className="sample-grid">
      <Field label="Serial">{(connected) => <input {...connected} {...input} />}</Field>
      <Field label="With focus">
        {(connected) => <input {...connected} {...input} className="input focused" />}
      </Field>
      <Field label="With a hint" hint="It begins with ab_." isRequired>
        {(connected) => <input {...connected} {...input} />}
      </Field>
      <Field
        label="Refused"
        error="The location Cage 9 is not there."
        hint="The name of a location."
      >
        {(connected) => <input {...connected} {...input} />}
      </Field>
      <Field label="Disabled">
        {(connected) => <input {...connected} value="PUMP-0004" disabled readOnly />}
      </Field>
      <Field label={longText}>
        {(connected) => <input {...connected} value={longText} readOnly />}
      </Field>
      <Field label="One of many">
        {(connected) => (
          <select {...connected}>
            <option>Stores 1</option>
            <option>{longText}</option>
          </select>
        )}
      </Field>
      <Field label="Found by the service">
        {(connected) => (
          <Picker
            connected={connected}
            value={text}
            onChange={setText}
            list="productSearch"
            callOf={(typed) => ({ body: { text: typed }, query: { limit: 10 } })}
            optionOf={({ Name }) => ({ value: Name })}
          />
        )}
      </Field>
      <Field label="More than a line">{(connected) => <textarea {...connected} rows={3} />}</Field>
      <ChoiceSamples />
    </div>
  );
}

function ChoiceSamples() {
  const [choice, setChoice] = useState("left");
  const [isChecked, setChecked] = useState(true);
  return (
    <>
      <Choice
        label="One of a few"
        value={choice}
        options={[
          ["left", "Left"],
          ["right", "Right"],
          ["long", longText],
        ]}
        onChange={setChoice}
      />
      <Check label="Ticked or not" isChecked={isChecked} onChange={setChecked} />
      <Check label={longText} isChecked={!isChecked} onChange={(next) => setChecked(!next)} />
    </>
  );
}

const formFields: readonly FieldOf[] = [
  { name: "visualSerialNo", kind: "text", isRequired: true },
  { name: "qty", kind: "decimal" },
  { name: "isActive", kind: "flag" },
  { name: "role", kind: "choice", options: ["viewer", "operator"] },
  { name: "types", kind: "list" },
];

function FormSample() {
  const [isBusy, setBusy] = useState(false);
  return (
    <div className="card">
      <FieldForm
        fields={formFields}
        folded={{ names: ["role", "types"] }}
        initial={{ qty: 1.5, types: ["asbuilt.material.*"] }}
        submitLabel={isBusy ? "Busy" : "Save"}
        error={refusal}
        isBusy={isBusy}
        onSubmit={() => setBusy(true)}
        onCancel={() => setBusy(false)}
      />
    </div>
  );
}

function DialogSamples() {
  const [opened, setOpened] = useState<"dialog" | "confirm">();
  const close = () => setOpened(undefined);
  return (
    <div className="row">
      <Button onClick={() => setOpened("dialog")}>Open a dialog</Button>
      <Button onClick={() => setOpened("confirm")}>Ask once more</Button>
      {opened === "dialog" ? (
        <Dialog title={longText} onClose={close}>
          <p>{`${longText}. `.repeat(20)}</p>
          <div className="form-actions">
            <Button onClick={close}>Close</Button>
          </div>
        </Dialog>
      ) : undefined}
      {opened === "confirm" ? (
        <Confirm
          title="Delete Stores 1?"
          action="Delete"
          isBusy={false}
          error={refusal}
          onConfirm={close}
          onClose={close}
        >
          <p>It can't be undone.</p>
        </Confirm>
      ) : undefined}
    </div>
  );
}
