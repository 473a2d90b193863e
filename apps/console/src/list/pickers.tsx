import type { Answer, Call } from "@asbuilt/client";
import type { Connected } from "../ui/field.tsx";
import { Picker } from "./picker.tsx";

interface PickerInput {
  readonly connected: Connected;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Picks a product by the beginning of its name or SUID. */
export const ProductPicker = (input: PickerInput) => (
  <Picker
    {...input}
    list="productSearch"
    callOf={(text) => ({ body: text === "" ? {} : { text }, query: { limit: 20 } })}
    optionOf={({ Name, Description }) => ({ value: Name, note: Description })}
  />
);

/** The lists of reference data that a picker can show. */
type CatalogList =
  | "buildSlotTypeList"
  | "currencyList"
  | "locationList"
  | "ownershipTypeList"
  | "productTypeList"
  | "propertyDefinitionList"
  | "receiptProfileList"
  | "receiptRecipeList"
  | "serialRangeList"
  | "unitOfMeasureList"
  | "workCentreList";

/** What every record of reference data has. */
type CatalogRow = Answer<"locationList">[number];

/**
 * Picks a record of reference data. The browser finds it among all that are active: these lists
 * are short, and have no search by the beginning of a name.
 */
export const CatalogPicker = ({ list, ...input }: PickerInput & { readonly list: CatalogList }) => (
  <Picker
    {...input}
    // All of these lists have the filter and the fields that are used here.
    list={list as "locationList"}
    callOf={(): Call<"locationList"> => ({ body: { isActive: true }, query: { limit: 1000 } })}
    optionOf={({ name, description }: CatalogRow) => ({ value: name, note: description })}
  />
);
