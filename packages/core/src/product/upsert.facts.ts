import { and, inArray, ne, sql, type SQLWrapper } from "drizzle-orm";
import { each, given, query } from "../database/query.ts";
import { finerQuantity } from "../database/finer-quantities.ts";
import { isNotSingle } from "../database/single-items.ts";
import { statement } from "../database/statement.ts";
import type { RowsOf } from "../engine/index.ts";
import {
  currency,
  location,
  materialItem,
  ownershipType,
  productType,
  product,
  receiptProfile,
  receiptRecipe,
  serialRange,
  slotCandidate,
  type Tracking,
  unitOfMeasure,
} from "../database/schema/index.ts";
import { foldedNames, idsAndNames, namedFields, recordsReferredTo } from "../rules/named.ts";
import { stepOf } from "../values/decimal.ts";
import { productsById, productsNamed } from "./product.ts";

/** The required fields of a product. Quantities and costs are in millionths. */
interface RequiredFields {
  readonly Name: string;
  readonly Version: string;
  readonly DefaultOwnership: string;
  readonly DefaultCostPerUnit: number;
  readonly DefaultCurrency: string;
  readonly BaseUnit: string;
  readonly ReceiptProfile: string;
  readonly DefaultBatchSize: number;
  readonly InventoryDecimalPlaces: number;
  readonly Location: string;
  readonly IsActive: boolean;
  readonly IsPlanningConstraint: boolean;
}

/** The optional fields of a product. Quantities are in millionths. Null clears a field. */
interface OptionalFields {
  readonly SUID: string;
  readonly Description: string;
  readonly ReceiptRecipe: string;
  readonly SerialRange: string;
  readonly MinScheduleBatchSize: number;
  readonly ScheduleBatchIncrement: number;
  readonly MaxScheduleBatchSize: number;
  readonly PeggingExpiryDays: number;
  readonly ShelfLifeDays: number;
  readonly Properties: readonly {
    readonly Name: string;
    readonly Value?: string | null | undefined;
  }[];
  readonly SourceProductName: string;
}

/** The optional fields of a product that can't be cleared. */
interface Flags {
  readonly Tracking?: Tracking | undefined;
  readonly InventoryManaged?: boolean | undefined;
}

type Optional = {
  readonly [Field in keyof OptionalFields]?: OptionalFields[Field] | null | undefined;
} & ReferenceIds &
  Flags;

/** The ids of the records that the fields above name. An absent id changes nothing. */
interface ReferenceIds {
  readonly ProductTypeID?: number | undefined;
  readonly DefaultOwnershipID?: number | undefined;
  readonly DefaultCurrencyID?: number | undefined;
  readonly BaseUnitID?: number | undefined;
  readonly ReceiptProfileID?: number | undefined;
  readonly ReceiptRecipeID?: number | null | undefined;
  readonly SerialRangeID?: number | null | undefined;
  readonly LocationID?: number | undefined;
  readonly SourceProductID?: number | null | undefined;
}

/** A product to create. `ProductType` can contain `%` as a wildcard. */
export type CreateProductInput = RequiredFields &
  Optional & { readonly ID?: undefined; readonly revNo?: undefined; readonly ProductType: string };

/** A change of a product. Absent fields keep their values. */
export type UpdateProductInput = {
  readonly [Field in keyof RequiredFields]?: RequiredFields[Field] | undefined;
} & Optional & {
    readonly ID: number;
    readonly revNo?: number | undefined;
    readonly ProductType?: string | undefined;
  };

export type UpsertProductInput = CreateProductInput | UpdateProductInput;

const allProductTypes = statement(() =>
  query.select({ ...namedFields(productType), nameKey: productType.nameKey }).from(productType),
);
const unitsReferredTo = recordsReferredTo(unitOfMeasure);
const ownershipTypesReferredTo = recordsReferredTo(ownershipType);
const currenciesReferredTo = recordsReferredTo(currency);
const receiptProfilesReferredTo = recordsReferredTo(receiptProfile);
const receiptRecipesReferredTo = recordsReferredTo(receiptRecipe);
const serialRangesReferredTo = recordsReferredTo(serialRange);
const locationsReferredTo = recordsReferredTo(location);

const isNamedBy = (table: SQLWrapper) =>
  sql`exists (select 1 from ${table} where product_id = ${product.id})`.mapWith(Boolean);

/** Whether items or candidates have quantities of the products with these ids (a JSON array). */
const usesOfProducts = statement(() =>
  query
    .select({
      id: product.id,
      hasItems: isNamedBy(materialItem),
      hasCandidates: isNamedBy(slotCandidate),
    })
    .from(product)
    .where(inArray(product.id, each("ids"))),
);

/**
 * Finds an item that its product can't have once it is tracked by serial, for each of the products
 * with these ids (a JSON array) that is not tracked so yet.
 */
const itemsNotSingle = statement(() =>
  query
    .select({
      productId: product.id,
      visualSerialNo: sql<string | null>`(select item.visual_serial_no
        from material_item as item where item.product_id = ${product.id}
        and ${sql.raw(isNotSingle)} limit 1)`,
    })
    .from(product)
    .where(and(inArray(product.id, each("ids")), ne(product.tracking, "Serial"))),
);

const finerThanSent = sql.raw(finerQuantity("(coarser.value ->> 2)"));

/**
 * Finds an item with a quantity that does not fit fewer decimals, for each of the products that
 * `coarser` gives: a JSON array of the id, the new decimals, and their step in millionths.
 */
const itemsFinerThan = statement(() =>
  query
    .select({
      productId: product.id,
      places: sql<number>`coarser.value ->> 1`.as("places"),
      visualSerialNo: sql<string>`item.visual_serial_no`.as("serial"),
      qty: sql<number>`${finerThanSent}`.as("qty"),
    })
    .from(sql`json_each(${given("coarser")}) as coarser`)
    // A request that sends the decimals as they are must not read the items.
    .innerJoin(
      product,
      sql`${product.id} = coarser.value ->> 0
      and ${product.inventoryDecimalPlaces} > coarser.value ->> 1`,
    )
    .innerJoin(
      sql`material_item as item`,
      sql`item.id = (select item.id from material_item as item
        where item.product_id = ${product.id} and ${finerThanSent} is not null limit 1)`,
    ),
);

/** The fields of an input that name a record. */
type NameField =
  | "DefaultOwnership"
  | "DefaultCurrency"
  | "BaseUnit"
  | "ReceiptProfile"
  | "ReceiptRecipe"
  | "SerialRange"
  | "Location";

/** Returns the statements that read all facts for the inputs. */
export function loadProductUpsert(inputs: readonly UpsertProductInput[]) {
  const ids = JSON.stringify(inputs.flatMap(({ ID }) => ID ?? []));
  const coarser = inputs.flatMap(({ ID, InventoryDecimalPlaces: places }) =>
    ID === undefined || places === undefined ? [] : [[ID, places, stepOf(places)]],
  );
  const updates = inputs.some(({ ID }) => ID !== undefined);
  const referred = (field: NameField) =>
    idsAndNames(
      inputs.map((input) => input[`${field}ID`]),
      inputs.map((input) => input[field]),
    );
  return {
    products: updates ? productsById({ ids }) : undefined,
    uses: updates ? usesOfProducts({ ids }) : undefined,
    notSingle: inputs.some(({ ID, Tracking }) => ID !== undefined && Tracking === "Serial")
      ? itemsNotSingle({ ids })
      : undefined,
    finer: coarser.length > 0 ? itemsFinerThan({ coarser: JSON.stringify(coarser) }) : undefined,
    named: productsNamed({
      names: foldedNames(
        inputs.flatMap(({ Name, SourceProductName }) => [Name, SourceProductName]),
      ),
      suids: foldedNames(inputs.map(({ SUID }) => SUID)),
      ids: JSON.stringify(inputs.flatMap(({ SourceProductID }) => SourceProductID ?? [])),
    }),
    productTypes: allProductTypes(),
    ownershipTypes: ownershipTypesReferredTo(referred("DefaultOwnership")),
    currencies: currenciesReferredTo(referred("DefaultCurrency")),
    units: unitsReferredTo(referred("BaseUnit")),
    receiptProfiles: receiptProfilesReferredTo(referred("ReceiptProfile")),
    receiptRecipes: receiptRecipesReferredTo(referred("ReceiptRecipe")),
    serialRanges: serialRangesReferredTo(referred("SerialRange")),
    locations: locationsReferredTo(referred("Location")),
  };
}

export type ProductUpsertFacts = RowsOf<ReturnType<typeof loadProductUpsert>>;
