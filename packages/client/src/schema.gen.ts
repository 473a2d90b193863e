// Generated from the contract's openapi.json by `pnpm generate`. Do not edit.
export interface paths {
    "/api/ProductType/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each product type that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["productTypeList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ProductType/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one product type
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["productTypeUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ProductType/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one product type that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["productTypeDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/OwnershipType/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each ownership type that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["ownershipTypeList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/OwnershipType/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one ownership type
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["ownershipTypeUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/OwnershipType/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one ownership type that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["ownershipTypeDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Currency/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each currency that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["currencyList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Currency/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one currency
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["currencyUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Currency/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one currency that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["currencyDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/UnitOfMeasure/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each unit of measure that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["unitOfMeasureList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/UnitOfMeasure/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one unit of measure
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["unitOfMeasureUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/UnitOfMeasure/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one unit of measure that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["unitOfMeasureDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Location/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each location that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["locationList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Location/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one location
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["locationUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Location/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one location that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["locationDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ReceiptProfile/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each receipt profile that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["receiptProfileList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ReceiptProfile/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one receipt profile
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["receiptProfileUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ReceiptProfile/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one receipt profile that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["receiptProfileDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ReceiptRecipe/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each receipt recipe that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["receiptRecipeList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ReceiptRecipe/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one receipt recipe
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["receiptRecipeUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ReceiptRecipe/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one receipt recipe that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["receiptRecipeDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/SerialRange/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each serial range that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["serialRangeList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/SerialRange/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one serial range
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["serialRangeUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/SerialRange/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one serial range that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["serialRangeDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/PropertyDefinition/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each property definition that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["propertyDefinitionList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/PropertyDefinition/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one property definition
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["propertyDefinitionUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/PropertyDefinition/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one property definition that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["propertyDefinitionDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BuildSlotType/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each build slot type that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["buildSlotTypeList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BuildSlotType/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one build slot type
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["buildSlotTypeUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BuildSlotType/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one build slot type that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["buildSlotTypeDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialReason/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each material reason that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["materialReasonList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialReason/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one material reason
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["materialReasonUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialReason/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one material reason that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["materialReasonDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorkCentre/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each work centre that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["workCentreList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorkCentre/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one work centre
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["workCentreUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorkCentre/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one work centre that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["workCentreDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialStatus/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each material status that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["materialStatusList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialStatus/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one material status
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["materialStatusUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialStatus/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one material status that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["materialStatusDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/HoldReason/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each hold reason that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["holdReasonList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/HoldReason/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one hold reason
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["holdReasonUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/HoldReason/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one hold reason that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["holdReasonDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/CaseDataDefinition/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each case data definition that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["caseDataDefinitionList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/CaseDataDefinition/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one case data definition
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["caseDataDefinitionUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/CaseDataDefinition/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one case data definition that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["caseDataDefinitionDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/User/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List each user that matches
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["userList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/User/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update one user
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["userUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/User/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one user that nothing refers to
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["userDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ApiKey/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List keys, without the keys themselves
         * @description Needs the role `admin` or a higher one.
         */
        post: operations["apiKeyList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ApiKey/Create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a key for a user, and show it this once
         * @description Needs the role `admin` or a higher one.
         */
        post: operations["apiKeyCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ApiKey/Revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Revoke a key: it is refused from the next request on
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["apiKeyRevoke"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Audit/Anchor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the newest seal of the change log, to be kept elsewhere
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["auditAnchor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Audit/Verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check every seal, and hold every table to what the change log comes to
         * @description Needs the role `admin` or a higher one.
         */
        post: operations["auditVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Bom/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List BoMs with their versions
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["bomList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Bom/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update a BoM and its versions
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["bomUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Bom/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a BoM and its versions, of which nothing is used
         * @description Needs the role `engineer` or a higher one.
         */
        delete: operations["bomDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorkCentreGroup/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List work centre groups
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["workCentreGroupList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorkCentreGroup/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update a work centre group
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["workCentreGroupUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorkCentreGroup/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a group that has no work centres
         * @description Needs the role `engineer` or a higher one.
         */
        delete: operations["workCentreGroupDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BomSlot/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List BoM slots with their candidates and properties
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["bomSlotList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BomSlot/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update a BoM slot, its candidates and its properties
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["bomSlotUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BomSlot/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a BoM slot that has not been used
         * @description Needs the role `engineer` or a higher one.
         */
        delete: operations["bomSlotDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BomSlot/ListCandidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the candidates of BoM slots
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["bomSlotListCandidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BomSlot/UpsertCandidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update candidates of a BoM slot
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["bomSlotUpsertCandidates"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BomSlot/DeleteCandidate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a candidate that has not been used
         * @description Needs the role `engineer` or a higher one.
         */
        delete: operations["bomSlotDeleteCandidate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BomSlot/ListProperties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the properties of BoM slots
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["bomSlotListProperties"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BomSlot/UpsertProperties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set values of a BoM slot's properties
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["bomSlotUpsertProperties"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BomSlot/ClearProperty": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear a property of a BoM slot that has not been used
         * @description Needs the role `engineer` or a higher one.
         */
        delete: operations["bomSlotClearProperty"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Build/Build": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Consume a child material item into a parent
         * @description Needs the role `operator` or a higher one.
         */
        put: operations["buildBuild"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Build/Remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Take a child material item out of a parent again
         * @description Needs the role `operator` or a higher one.
         */
        put: operations["buildRemove"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Build/BuildMany": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Consume many child material items, in order
         * @description Needs the role `operator` or a higher one.
         */
        put: operations["buildBuildMany"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Build/RemoveMany": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Take many child material items out of their parents again, in order
         * @description Needs the role `operator` or a higher one.
         */
        put: operations["buildRemoveMany"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ExternalRef/Get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get what was done under a reference of another system
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["externalRefGet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Genealogy/AsBuilt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List everything that is in a material item, at all levels
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["genealogyAsBuilt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Genealogy/WhereUsed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List everything that a material item went into, at all levels
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["genealogyWhereUsed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Genealogy/Recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the items that match, and every item that contains one at any level
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["genealogyRecall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Genealogy/Completeness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare what is built into a material item with its BoM version
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["genealogyCompleteness"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Event/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List what happened after a place, as CloudEvents
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["eventList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Event/Stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens, as server-sent events
         * @description Needs the role `viewer` or a higher one.
         */
        get: operations["eventStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/History/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the changes that match, of any record
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["historyList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/History": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the changes of a material item, with those of its case data
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["materialItemHistory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/GetByFilter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a material item, or all items of a works order
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["materialItemGetByFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the material items that match
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["materialItemList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/Get/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a material item
         * @description Needs the role `viewer` or a higher one.
         */
        get: operations["materialItemGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/Update/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a material item, sent whole
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["materialItemUpdate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/Receive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a new material item into stock
         * @description Needs the role `operator` or a higher one.
         */
        post: operations["materialItemReceive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/ItemAdjust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust the quantity of a material item
         * @description Needs the role `operator` or a higher one.
         */
        post: operations["materialItemItemAdjust"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/Hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put a material item on hold
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["materialItemHold"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/Release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Release a material item from hold
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["materialItemRelease"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/Scrap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Scrap what is left of a material item
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["materialItemScrap"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/Move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move a material item to another location
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["materialItemMove"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MaterialItem/Dispatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Dispatch a material item out of the plant
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["materialItemDispatch"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Product/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List products
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["productList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Product/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update a product
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["productUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Product/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a product to which nothing refers
         * @description Needs the role `engineer` or a higher one.
         */
        delete: operations["productDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Product/Copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create a product as a copy of another
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["productCopy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List webhooks, without their secrets
         * @description Needs the role `admin` or a higher one.
         */
        post: operations["webhookList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update a webhook, and show its secret where it is new
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["webhookUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook, with what was yet to be delivered to it
         * @description Needs the role `admin` or a higher one.
         */
        delete: operations["webhookDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/Test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Call a webhook once, with an event that is of no record
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["webhookTest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/DeadLetters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the events that could not be delivered to a webhook
         * @description Needs the role `admin` or a higher one.
         */
        post: operations["webhookDeadLetters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/Replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Deliver dead letters anew
         * @description Needs the role `admin` or a higher one.
         */
        put: operations["webhookReplay"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorksOrder/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List works orders
         * @description Needs the role `viewer` or a higher one.
         */
        post: operations["worksOrderList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorksOrder/Upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update a works order
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["worksOrderUpsert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorksOrder/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a works order that was never started
         * @description Needs the role `engineer` or a higher one.
         */
        delete: operations["worksOrderDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorksOrder/Start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Start a works order and its items
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["worksOrderStart"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorksOrder/Complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Complete a works order, so that its items are available
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["worksOrderComplete"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/WorksOrder/Cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel a works order; the items of a started one are scrapped
         * @description Needs the role `engineer` or a higher one.
         */
        put: operations["worksOrderCancel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ProductType: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
        };
        Problem: {
            /** @example /problems/not_found */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @example not_found */
            code: string;
            /** @description The fields at fault, as JSON pointers into the body. */
            errors?: {
                /** @example /builtQty */
                pointer: string;
                detail: string;
            }[];
            requestId: string;
        } & {
            [key: string]: unknown;
        };
        ProductTypeFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        ProductTypeUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
        };
        ProductTypeCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
        };
        ReferenceDataDeletion: {
            id: number;
        };
        OwnershipType: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
        };
        OwnershipTypeFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        OwnershipTypeUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
        };
        OwnershipTypeCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
        };
        Currency: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
        };
        CurrencyFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        CurrencyUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
        };
        CurrencyCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
        };
        UnitOfMeasure: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
            code: string | null;
            dimension: string;
            factor: number;
        };
        UnitOfMeasureFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        UnitOfMeasureUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
            /** @description UN/ECE Recommendation 20. */
            code?: string | null;
            /** @description Units convert within one dimension. At first: the unit's own name. */
            dimension?: string;
            /** @description How many of the dimension's own unit it is. At first: 1. */
            factor?: number;
        };
        UnitOfMeasureCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
            /** @description UN/ECE Recommendation 20. */
            code?: string | null;
            /** @description Units convert within one dimension. At first: the unit's own name. */
            dimension?: string | null;
            /** @description How many of the dimension's own unit it is. At first: 1. */
            factor?: number;
        };
        Location: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
        };
        LocationFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        LocationUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
        };
        LocationCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
        };
        ReceiptProfile: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
            fields: {
                /** @enum {string} */
                productName?: "optional" | "compulsory";
                /** @enum {string} */
                visualSerialNo?: "optional" | "compulsory";
                /** @enum {string} */
                qty?: "optional" | "compulsory";
                /** @enum {string} */
                expiryDate?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                version?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                location?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                batchNo?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                costPerUnit?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                ownershipType?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                comment?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                deliveryNo?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                occurredAt?: "hidden" | "optional" | "compulsory";
            };
        };
        ReceiptProfileFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        ReceiptProfileUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
            /** @description The rule for each field of Receive; one that is not here is optional. */
            fields?: {
                /** @enum {string} */
                productName?: "optional" | "compulsory";
                /** @enum {string} */
                visualSerialNo?: "optional" | "compulsory";
                /** @enum {string} */
                qty?: "optional" | "compulsory";
                /** @enum {string} */
                expiryDate?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                version?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                location?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                batchNo?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                costPerUnit?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                ownershipType?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                comment?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                deliveryNo?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                occurredAt?: "hidden" | "optional" | "compulsory";
            };
        };
        ReceiptProfileCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
            /** @description The rule for each field of Receive; one that is not here is optional. */
            fields?: {
                /** @enum {string} */
                productName?: "optional" | "compulsory";
                /** @enum {string} */
                visualSerialNo?: "optional" | "compulsory";
                /** @enum {string} */
                qty?: "optional" | "compulsory";
                /** @enum {string} */
                expiryDate?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                version?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                location?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                batchNo?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                costPerUnit?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                ownershipType?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                comment?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                deliveryNo?: "hidden" | "optional" | "compulsory";
                /** @enum {string} */
                occurredAt?: "hidden" | "optional" | "compulsory";
            } | null;
        };
        ReceiptRecipe: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
        };
        ReceiptRecipeFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        ReceiptRecipeUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
        };
        ReceiptRecipeCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
        };
        SerialRange: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
            prefix: string;
            nextNumber: number;
            endNumber: number | null;
            padding: number;
        };
        SerialRangeFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        SerialRangeUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
            prefix?: string;
            /** @description At first: 1. */
            nextNumber?: number;
            /** @description The last number; null is no end. */
            endNumber?: number | null;
            /** @description The least number of digits. */
            padding?: number;
        };
        SerialRangeCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
            prefix?: string | null;
            /** @description At first: 1. */
            nextNumber?: number | null;
            /** @description The last number; null is no end. */
            endNumber?: number | null;
            /** @description The least number of digits. */
            padding?: number | null;
        };
        PropertyDefinition: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
        };
        PropertyDefinitionFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        PropertyDefinitionUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
        };
        PropertyDefinitionCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
        };
        BuildSlotType: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
        };
        BuildSlotTypeFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        BuildSlotTypeUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
        };
        BuildSlotTypeCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
        };
        MaterialReason: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
            transactions: ("adjust" | "remove")[];
            /** @enum {string} */
            disposition: "return" | "hold" | "scrap";
        };
        MaterialReasonFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        MaterialReasonUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
            /** @description What it may be given for. At first: nothing. */
            transactions?: ("adjust" | "remove")[];
            /**
             * @description What becomes of material removed for this reason. At first: return.
             * @enum {string}
             */
            disposition?: "return" | "hold" | "scrap";
        };
        MaterialReasonCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
            /** @description What it may be given for. At first: nothing. */
            transactions?: ("adjust" | "remove")[] | null;
            /**
             * @description What becomes of material removed for this reason. At first: return.
             * @enum {string|null}
             */
            disposition?: "return" | "hold" | "scrap" | null;
        };
        WorkCentre: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
        };
        WorkCentreFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        WorkCentreUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
        };
        WorkCentreCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
        };
        MaterialStatus: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
            consumable: boolean;
            buildable: boolean;
        };
        MaterialStatusFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        MaterialStatusUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
            /** @description Whether it may be built. At first: no. */
            consumable?: boolean;
            /** @description Whether it may be built into. At first: no. */
            buildable?: boolean;
        };
        MaterialStatusCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
            /** @description Whether it may be built. At first: no. */
            consumable?: boolean | null;
            /** @description Whether it may be built into. At first: no. */
            buildable?: boolean | null;
        };
        HoldReason: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
        };
        HoldReasonFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        HoldReasonUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
        };
        HoldReasonCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
        };
        CaseDataDefinition: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
        };
        CaseDataDefinitionFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        CaseDataDefinitionUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
        };
        CaseDataDefinitionCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
        };
        User: {
            id: number;
            suid: string | null;
            name: string;
            description: string | null;
            isActive: boolean;
        };
        UserFilter: {
            id?: number;
            /** @description Not case sensitive. */
            suid?: string;
            /** @description Not case sensitive. */
            name?: string;
            isActive?: boolean;
        };
        UserUpdate: {
            id: number;
            suid?: string | null;
            name?: string;
            description?: string | null;
            isActive?: boolean;
        };
        UserCreate: {
            suid?: string | null;
            /** @description Without it, the SUID. */
            name?: string | null;
            description?: string | null;
            /** @default true */
            isActive: boolean | null;
        };
        ApiKey: {
            id: number;
            name: string;
            user: string;
            userID: number;
            /** @enum {string} */
            role: "viewer" | "operator" | "engineer" | "admin";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
        };
        ApiKeyFilter: {
            id?: number;
            name?: string;
            /** @description Not case sensitive. */
            user?: string;
            userID?: number;
            /** @enum {string} */
            role?: "viewer" | "operator" | "engineer" | "admin";
        };
        CreatedApiKey: components["schemas"]["ApiKey"] & {
            /** @description The key, which is shown this once. Null where the request repeats an earlier one with the same Idempotency-Key: if that answer was lost, revoke the key and create another. */
            key: string | null;
        };
        ApiKeyCreation: {
            /** @description What the key is for. */
            name: string;
            /** @description The name of the user that the key is bound to, not case sensitive. */
            user?: string | null;
            /** @description The user's id, instead of the name. */
            userID?: number | null;
            /** @enum {string} */
            role: "viewer" | "operator" | "engineer" | "admin";
            /** Format: date-time */
            expiresAt?: string;
        };
        ApiKeyRevocation: {
            id: number;
        };
        Anchor: {
            /** @description The number of the seal, from 1. */
            id: number;
            /** @description The last row of the change log that it and the seals before it cover. */
            lastSeq: number;
            /** Format: date-time */
            at: string;
            /** @description SHA-256 of the seal, as base64url. */
            hash: string;
            /** @description The Ed25519 signature of the hash. */
            signature: string;
            /** @description The key by which the signature is checked. */
            publicKey: string;
        } | null;
        AnchorFilter: Record<string, never>;
        Verified: {
            /** @description Whether there are no findings. */
            isSound: boolean;
            findings: components["schemas"]["Finding"][];
            /** @description Whether there are more than were asked for. */
            isCutOff: boolean;
            /** @description How many seals there are. */
            seals: number;
            /** @description How many rows of the change log they cover. */
            sealed: number;
            /** @description How many rows are not sealed yet. */
            unsealed: number;
            /** @description The public keys that signed. */
            keys: string[];
        };
        Finding: {
            record: string;
            problem: string;
        };
        VerificationRequest: {
            /** @description How many findings are told at most; 1000 unless given. */
            limit?: number;
            /** @description A newest seal as Anchor answered it earlier: it must still be there. */
            anchor?: {
                id: number;
                hash: string;
            } | null;
        };
        Bom: {
            id: number;
            name: string;
            parentProductID: number;
            parentProductName: string;
            description: string | null;
            isActive: boolean;
            versions: components["schemas"]["BomVersion"][];
        };
        BomVersion: {
            id: number;
            version: string;
            /** @enum {string} */
            status: "Draft" | "Released" | "Obsolete";
        };
        BomFilter: {
            id?: number;
            name?: string;
            parentProductName?: string;
            isActive?: boolean;
        };
        BomUpdate: {
            id: number;
            name?: string;
            parentProductName?: string;
            /** @description Ignored. */
            readonly parentProductID?: unknown;
            description?: string | null;
            isActive?: boolean;
            /** @description Merged by id, else by version. None is deleted. */
            versions?: (components["schemas"]["BomVersionUpdate"] | components["schemas"]["BomVersionCreation"])[];
        };
        BomVersionUpdate: {
            id: number;
            version?: string | {
                major: number;
                minor: number;
            };
            /** @enum {string} */
            status?: "Draft" | "Released" | "Obsolete";
        };
        /** @description The version of this number, else a new Draft. */
        BomVersionCreation: {
            version: string | {
                major: number;
                minor: number;
            };
            /** @enum {string|null} */
            status?: "Draft" | "Released" | "Obsolete" | null;
        };
        BomCreation: {
            name: string;
            parentProductName: string;
            /** @description Ignored. */
            readonly parentProductID?: unknown;
            description?: string | null;
            isActive?: boolean | null;
            /** @description Merged by id, else by version. None is deleted. */
            versions?: (components["schemas"]["BomVersionUpdate"] | components["schemas"]["BomVersionCreation"])[] | null;
        };
        BomDeletion: {
            id: number;
        };
        WorkCentreGroup: {
            ID: number;
            SUID: string | null;
            Name: string | null;
            /** @enum {number} */
            isControlled: 0;
            WorkCentres: string[];
            workCentreIDs: number[];
        };
        WorkCentreGroupFilter: {
            ID?: number;
            /** @description Not case sensitive. */
            SUID?: string;
            /** @description Not case sensitive. */
            Name?: string;
            /** @enum {number} */
            isControlled?: 0;
            /** @description Groups that hold all of these work centres. */
            WorkCentres?: string[];
        };
        WorkCentreGroupUpdate: {
            ID: number;
            SUID?: string | null;
            Name?: string | null;
            /** @enum {number} */
            isControlled?: 0;
            /** @description Replaces the set. A work centre that is named for the first time is created. */
            WorkCentres?: string[] | null;
            /** @description Ignored. */
            readonly workCentreIDs?: unknown;
        };
        WorkCentreGroupCreation: {
            SUID?: string | null;
            Name?: string | null;
            /**
             * @default 0
             * @enum {number|null}
             */
            isControlled: 0 | null;
            /** @description Replaces the set. A work centre that is named for the first time is created. */
            WorkCentres?: string[] | null;
            /** @description Ignored. */
            readonly workCentreIDs?: unknown;
        };
        WorkCentreGroupDeletion: {
            ID: number;
        };
        BomSlot: {
            id: number;
            ParentProductName: string;
            parentProductID: number;
            bom: string;
            bomID: number;
            /** @example 1.0 */
            version: string;
            bomVersionID: number;
            description: string;
            buildSlotType: string;
            buildSlotTypeID: number;
            isActive: boolean;
            isRequired: boolean;
            instruction: string | null;
            edhrBomRequired: number;
            edhrBuildRequired: number;
            candidates: components["schemas"]["BomSlotCandidate"][];
            Properties: components["schemas"]["BomSlotProperty"][];
        };
        BomSlotCandidate: {
            id: number;
            bomSlotID: number;
            product: string;
            productID: number;
            /** @description null takes any version. */
            version: string | null;
            isActive: boolean;
            /** @description For one unit of parent, as are min and max. */
            qty: number;
            minQty: number;
            /** @description null is no limit. */
            maxQty: number | null;
            isDefault: boolean;
            /** @description null is the product's base unit. */
            useUom: string | null;
            useUomID: number | null;
        };
        BomSlotProperty: {
            property: string;
            propertyID: number;
            slotID: number;
            value: string;
        };
        BomSlotFilter: {
            Id?: number;
            /** @description The parent product. */
            Product?: string;
            Bom?: string;
            Version?: string | {
                major: number;
                minor: number;
            };
            slotType?: string;
            isActive?: boolean;
            isRequired?: boolean;
        };
        BomSlotUpdate: {
            id: number;
            /** @description At most 50 bytes, unless it is so stored. */
            ParentProductName?: string;
            bom?: string;
            version?: string | {
                major: number;
                minor: number;
            };
            description?: string;
            buildSlotType?: string;
            isActive?: boolean;
            isRequired?: boolean;
            instruction?: string | null;
            edhrBomRequired?: number;
            edhrBuildRequired?: number;
            /** @description Merged by id; one without is created. None is deleted. */
            candidates?: (components["schemas"]["BomSlotCandidateUpdate"] | components["schemas"]["BomSlotCandidateCreation"])[];
            /** @description Merged by the property's name. None is cleared. */
            Properties?: components["schemas"]["BomSlotPropertyUpdate"][];
            /** @description Ignored. */
            readonly parentProductID?: unknown;
            /** @description Ignored. */
            readonly bomID?: unknown;
            /** @description Ignored. */
            readonly bomVersionID?: unknown;
            /** @description Ignored. */
            readonly buildSlotTypeID?: unknown;
        };
        BomSlotCandidateUpdate: {
            id: number;
            /** @description At most 50 bytes, unless it is so stored. */
            product?: string;
            /** @description Without it, any version. */
            version?: string | null;
            isActive?: boolean;
            /** @description For one unit of parent, as are minQty and maxQty. */
            qty?: number;
            minQty?: number;
            /** @description Without it there is no limit. */
            maxQty?: number;
            isDefault?: boolean;
            /** @description At most 30 bytes, unless it is so stored. */
            useUom?: string | null;
            /** @description Ignored. */
            readonly bomSlotID?: unknown;
            /** @description Ignored. */
            readonly productID?: unknown;
            /** @description Ignored. */
            readonly useUomID?: unknown;
        };
        BomSlotCandidateCreation: {
            product: string;
            /** @description Without it, any version. */
            version?: string | null;
            isActive: boolean;
            /** @description For one unit of parent, as are minQty and maxQty. */
            qty: number;
            minQty: number;
            /** @description Without it there is no limit. */
            maxQty?: number;
            isDefault: boolean;
            /** @description The unit of the quantities. Without it, the product's base unit. */
            useUom?: string | null;
            /** @description Ignored. */
            readonly bomSlotID?: unknown;
            /** @description Ignored. */
            readonly productID?: unknown;
            /** @description Ignored. */
            readonly useUomID?: unknown;
        };
        BomSlotPropertyUpdate: {
            /** @description At most 50 bytes, unless it is so stored. */
            property: string;
            /** @description If it is given, this slot. */
            slotID?: number | null;
            /** @description Required for a property not set yet. */
            value?: string;
            /** @description Ignored. */
            readonly propertyID?: unknown;
        };
        BomSlotCreation: {
            ParentProductName: string;
            bom: string;
            version: string | {
                major: number;
                minor: number;
            };
            description: string;
            buildSlotType: string;
            isActive: boolean;
            isRequired: boolean;
            instruction?: string | null;
            edhrBomRequired: number;
            edhrBuildRequired: number;
            /** @description Merged by id; one without is created. None is deleted. */
            candidates?: (components["schemas"]["BomSlotCandidateUpdate"] | components["schemas"]["BomSlotCandidateCreation"])[] | null;
            /** @description Merged by the property's name. None is cleared. */
            Properties?: components["schemas"]["BomSlotPropertyCreation"][] | null;
            /** @description Ignored. */
            readonly parentProductID?: unknown;
            /** @description Ignored. */
            readonly bomID?: unknown;
            /** @description Ignored. */
            readonly bomVersionID?: unknown;
            /** @description Ignored. */
            readonly buildSlotTypeID?: unknown;
        };
        BomSlotPropertyCreation: {
            property: string;
            /** @description Ignored: the slot is yet to be created. */
            slotID?: number | null;
            value: string;
            /** @description Ignored. */
            readonly propertyID?: unknown;
        };
        BomSlotDeletion: {
            ID: number;
        };
        BomSlotPartFilter: {
            bomSlotID?: number;
        };
        BomSlotCandidatesUpsert: {
            bomSlotID: number;
            /** @description Merged by id; one without is created. None is deleted. */
            candidates: (components["schemas"]["BomSlotCandidateUpdate"] | components["schemas"]["BomSlotCandidateCreation"])[];
        };
        BomSlotPropertiesUpsert: {
            bomSlotID: number;
            /** @description Merged by the property's name. None is cleared. */
            properties: components["schemas"]["BomSlotPropertyUpdate"][];
        };
        BomSlotPropertyClearing: {
            BomSlotId: number;
            /** @description Not case sensitive. */
            property: string;
        };
        BuildRecord: {
            id: number;
            parent: components["schemas"]["MaterialItem"];
            child: components["schemas"]["MaterialItem"];
            qty: number;
            allocations: components["schemas"]["Allocation"][];
            /** Format: date-time */
            at: string;
            userID: number;
        };
        MaterialItem: {
            id: number;
            revNo: number;
            /** Format: date-time */
            lastEditDT: string;
            lastEditUserID: number;
            productID: number;
            statusID: number;
            visualSerialNo: string;
            scheduleID: number | null;
            /** Format: date-time */
            startDT: string | null;
            /** Format: date-time */
            endDT: string | null;
            version: string | null;
            nominalQty: number;
            actualQty: number;
            uniqueID: string | null;
            holdReasonID: number | null;
            /** Format: date-time */
            expiryDate: string | null;
            locationID: number | null;
            costPerUnit: number | null;
            ownershipTypeID: number | null;
            currencyID: number | null;
            batchNo: string | null;
            legacyPrerepairMaterialItemID: number | null;
            caseData: components["schemas"]["CaseData"][];
            testModeID: number | null;
            productName: string;
            status: string;
            orderNo: string | null;
            holdReason: string | null;
            /** @description The SUID of the location. */
            location: string | null;
            ownershipType: string | null;
            currency: string | null;
        };
        CaseData: {
            id: number;
            caseDataID: number;
            materialItemID: number;
            name: string;
            value: string | null;
        };
        Allocation: {
            bomSlotID: number;
            candidateID: number;
            qty: number;
        };
        BuildRequest: {
            parentSerialNo: string;
            childSerialNo: string;
            /** @description In the child's base unit. */
            builtQty: number;
            receiveAtPointOfConsumption: boolean;
            /** @description Required with receiveAtPointOfConsumption, ignored without. */
            itemDetails?: {
                productName: string;
                /** Format: date-time */
                expiryDate?: string;
                batchNo?: string | null;
                version?: string | null;
                costPerUnit?: number;
                currency?: string | null;
            } | null;
            /** @description Picks one of several slots. */
            bomSlotID?: number | null;
            /** Format: date-time */
            occurredAt?: string;
            /** @description The sending system's own name for this. It takes effect once: the same reference with the same request is answered alike, for ever, with `Idempotency-Replayed: true`. */
            externalRef?: {
                /** @description Case sensitive, as is the id. */
                system: string;
                id: string;
            } | null;
        };
        RemoveRecord: {
            id: number;
            parent: components["schemas"]["MaterialItem"];
            child: components["schemas"]["MaterialItem"];
            qty: number;
            allocations: components["schemas"]["Allocation"][];
            /** Format: date-time */
            at: string;
            userID: number;
        };
        RemoveRequest: {
            parentSerialNo: string;
            childSerialNo: string;
            /** @description In the child's base unit. */
            removeQty: number;
            comments?: string | null;
            /** @description A material reason for removals. Not case sensitive. */
            reasonSUID: string;
            /** Format: date-time */
            occurredAt?: string;
            /** @description The sending system's own name for this. It takes effect once: the same reference with the same request is answered alike, for ever, with `Idempotency-Replayed: true`. */
            externalRef?: {
                /** @description Case sensitive, as is the id. */
                system: string;
                id: string;
            } | null;
        };
        BuildManyResult: {
            /** @description How many lines took effect. */
            done: number;
            /** @description How many lines were refused. */
            refused: number;
            results: ({
                /** @description Which line of the request, from 0. */
                line: number;
                /** @enum {number} */
                status: 200;
                /**
                 * @description Where a line with this `externalRef` took effect before.
                 * @enum {boolean}
                 */
                replayed?: true;
                answer: components["schemas"]["BuildRecord"];
            } | {
                /** @description Which line of the request, from 0. */
                line: number;
                status: number;
                problem: components["schemas"]["LineProblem"];
            })[];
        };
        LineProblem: {
            /** @example /problems/not_found */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @example not_found */
            code: string;
            /** @description The fields at fault, as JSON pointers into the body. */
            errors?: {
                /** @example /builtQty */
                pointer: string;
                detail: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        BuildManyRequest: {
            /** @description In their order: a line may build on what those before it did. */
            lines: components["schemas"]["BuildRequest"][];
            /** @description All lines or none: the first line that is refused refuses the request. Without it, a line that is refused does not concern the others. */
            atomic?: boolean;
        };
        RemoveManyResult: {
            /** @description How many lines took effect. */
            done: number;
            /** @description How many lines were refused. */
            refused: number;
            results: ({
                /** @description Which line of the request, from 0. */
                line: number;
                /** @enum {number} */
                status: 200;
                /**
                 * @description Where a line with this `externalRef` took effect before.
                 * @enum {boolean}
                 */
                replayed?: true;
                answer: components["schemas"]["RemoveRecord"];
            } | {
                /** @description Which line of the request, from 0. */
                line: number;
                status: number;
                problem: components["schemas"]["LineProblem"];
            })[];
        };
        RemoveManyRequest: {
            /** @description In their order: a line may build on what those before it did. */
            lines: components["schemas"]["RemoveRequest"][];
            /** @description All lines or none: the first line that is refused refuses the request. Without it, a line that is refused does not concern the others. */
            atomic?: boolean;
        };
        ExternalRefRecord: {
            system: string;
            id: string;
            /** @enum {string} */
            operation: "buildBuild" | "buildRemove" | "materialItemItemAdjust" | "materialItemReceive";
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            at: string;
            userID: number;
            /** @description What the operation answered, and answers again. */
            answer: components["schemas"]["BuildRecord"] | components["schemas"]["MaterialItem"];
        };
        ExternalRef: {
            /** @description Case sensitive, as is the id. */
            system: string;
            id: string;
        };
        BuiltItem: {
            id: number;
            /** @description The item that it is built into. */
            parentID: number;
            /** @description 1 is a direct link, 2 one by way of another item. */
            level: number;
            visualSerialNo: string;
            batchNo: string | null;
            productID: number;
            productName: string;
            version: string | null;
            bomSlotID: number;
            /** @description The description of the BoM slot. */
            slot: string;
            /** @description What is built, net, by this link: in the base unit of what is built. */
            qty: number;
            unit: string;
            /**
             * Format: date-time
             * @description When the first of it was built.
             */
            at: string;
            userID: number | null;
            user: string | null;
            /** @description In how many items of this list it stands. Only `paths` names each of them. */
            places: number;
        };
        GenealogyRequest: {
            id?: number;
            /** @description Not case sensitive. */
            visualSerialNo?: string;
            /** @description How many levels are listed; without it, all. */
            depth?: number;
            /**
             * Format: date-time
             * @description The record as it had been recorded by this time; without it, as it is.
             */
            at?: string;
            /** @description Lists an item in each place where it stands, with all that it leads to. */
            paths?: boolean;
        };
        ContainingItem: {
            id: number;
            /** @description The item that is built into it. */
            childID: number;
            /** @description 1 is a direct link, 2 one by way of another item. */
            level: number;
            visualSerialNo: string;
            batchNo: string | null;
            productID: number;
            productName: string;
            version: string | null;
            bomSlotID: number;
            /** @description The description of the BoM slot. */
            slot: string;
            /** @description What is built, net, by this link: in the base unit of what is built. */
            qty: number;
            unit: string;
            /**
             * Format: date-time
             * @description When the first of it was built.
             */
            at: string;
            userID: number | null;
            user: string | null;
            /** @description In how many items of this list it stands. Only `paths` names each of them. */
            places: number;
        };
        RecalledItem: {
            id: number;
            /** @description How many links lead from it to the nearest match: 0 is a match itself. */
            level: number;
            visualSerialNo: string;
            batchNo: string | null;
            productID: number;
            productName: string;
            version: string | null;
            statusID: number;
            status: string;
            holdReason: string | null;
            actualQty: number;
            unit: string;
            isHeld: boolean;
            isDispatched: boolean;
            /** @description Some of it is left, and not dispatched. */
            isInStock: boolean;
            /** @description The shortest way from this item, the first, to a match, the last. */
            path: {
                id: number;
                visualSerialNo: string;
            }[];
        };
        RecallRequest: {
            batchNo?: string;
            /** @description Not case sensitive. */
            productName?: string;
            version?: string;
            /** @description Not case sensitive. */
            visualSerialNo?: string;
            deliveryNo?: string;
            /**
             * Format: date-time
             * @description Received at this time or later.
             */
            from?: string;
            /**
             * Format: date-time
             * @description Received before this time.
             */
            to?: string;
        };
        Completeness: {
            id: number;
            visualSerialNo: string;
            productName: string;
            nominalQty: number;
            orderNo: string | null;
            /** @description The version that it is built by; null where there is none. */
            bomVersionID: number | null;
            /** @description No active, required slot is under its minimum. */
            isComplete: boolean;
            slots: components["schemas"]["SlotCompleteness"][];
        };
        SlotCompleteness: {
            bomSlotID: number;
            /** @description The description of the BoM slot. */
            slot: string;
            isRequired: boolean;
            isActive: boolean;
            required: number;
            min: number;
            max: number | null;
            /** @description What is missing of the minimum. */
            missing: number;
            /** @description What is built beyond the maximum. */
            over: number;
            /** @description Of the default candidate, else the first; null without any. */
            unit: string | null;
            candidates: components["schemas"]["BuiltCandidate"][];
        };
        BuiltCandidate: {
            candidateID: number;
            productID: number;
            product: string;
            version: string | null;
            isActive: boolean;
            isDefault: boolean;
            required: number;
            min: number;
            max: number | null;
            built: number;
            /** @description The base unit of the product. */
            unit: string;
        };
        CompletenessRequest: {
            id?: number;
            /** @description Not case sensitive. */
            visualSerialNo?: string;
        };
        Events: {
            events: components["schemas"]["Event"][];
            /** @description The `after` of the next request. While it is the same, there is nothing new. */
            next: number;
        };
        Event: {
            /** @enum {string} */
            specversion: "1.0";
            /** @description The change's place among all changes, `seq`. */
            id: string;
            source: string;
            /** @example asbuilt.material.received.v1 */
            type: string;
            /** @description The record: its entity and its id. */
            subject: string;
            /**
             * Format: date-time
             * @description When the change was recorded.
             */
            time: string;
            /** @enum {string} */
            datacontenttype: "application/json";
            data: {
                /** @enum {string} */
                entity: "ProductType" | "OwnershipType" | "Currency" | "UnitOfMeasure" | "Location" | "ReceiptProfile" | "ReceiptRecipe" | "SerialRange" | "PropertyDefinition" | "BuildSlotType" | "MaterialReason" | "WorkCentre" | "MaterialStatus" | "HoldReason" | "CaseDataDefinition" | "User" | "ApiKey" | "Bom" | "BomSlot" | "BomVersion" | "CaseData" | "MaterialItem" | "Product" | "SlotCandidate" | "Webhook" | "WorkCentreGroup" | "WorksOrder";
                id: number;
                /** @description The record's revision after the change. */
                revNo: number;
                action: string;
                /** @description Null where it was the service itself. */
                userID: number | null;
                reasonSUID: string | null;
                comment: string | null;
                deliveryNo: string | null;
                /**
                 * Format: date-time
                 * @description When it happened, where that is not when it was recorded.
                 */
                occurredAt: string | null;
                /** @description The same for all changes of one request. */
                operationID: string;
                requestID: string | null;
                externalRef: {
                    system: string;
                    id: string;
                } | null;
                /** @description The fields that changed, as they were; null where the record was created. */
                before: {
                    [key: string]: unknown;
                } | null;
                /** @description The fields that changed, as they became; null where the record was deleted. */
                after: {
                    [key: string]: unknown;
                } | null;
                /** @description What belongs to the change and is no field of the record. */
                detail: {
                    [key: string]: unknown;
                } | null;
            };
        };
        EventRequest: {
            /**
             * @description As `next` of the answer before; 0 is the beginning.
             * @default 0
             */
            after: number;
            types?: string[];
            /**
             * @description How many changes are looked at. Those of other types are left out.
             * @default 100
             */
            limit: number;
        };
        Change: {
            /** @description The change's place among all changes. */
            seq: number;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            at: string;
            /** @enum {string} */
            entity: "ProductType" | "OwnershipType" | "Currency" | "UnitOfMeasure" | "Location" | "ReceiptProfile" | "ReceiptRecipe" | "SerialRange" | "PropertyDefinition" | "BuildSlotType" | "MaterialReason" | "WorkCentre" | "MaterialStatus" | "HoldReason" | "CaseDataDefinition" | "User" | "ApiKey" | "Bom" | "BomSlot" | "BomVersion" | "CaseData" | "MaterialItem" | "Product" | "SlotCandidate" | "Webhook" | "WorkCentreGroup" | "WorksOrder";
            id: number;
            /** @description The record's revision after the change. */
            revNo: number;
            action: string;
            /** @description Null where it was the service itself. */
            userID: number | null;
            reasonSUID: string | null;
            comment: string | null;
            deliveryNo: string | null;
            /**
             * Format: date-time
             * @description When it happened, where that is not when it was recorded.
             */
            occurredAt: string | null;
            /** @description The same for all changes of one request. */
            operationID: string;
            requestID: string | null;
            externalRef: {
                system: string;
                id: string;
            } | null;
            /** @description The fields that changed, as they were; null where the record was created. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The fields that changed, as they became; null where the record was deleted. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description What belongs to the change and is no field of the record. */
            detail: {
                [key: string]: unknown;
            } | null;
            user: string | null;
            keyID: number | null;
        };
        HistoryFilter: {
            /** @enum {string} */
            entity?: "ProductType" | "OwnershipType" | "Currency" | "UnitOfMeasure" | "Location" | "ReceiptProfile" | "ReceiptRecipe" | "SerialRange" | "PropertyDefinition" | "BuildSlotType" | "MaterialReason" | "WorkCentre" | "MaterialStatus" | "HoldReason" | "CaseDataDefinition" | "User" | "ApiKey" | "Bom" | "BomSlot" | "BomVersion" | "CaseData" | "MaterialItem" | "Product" | "SlotCandidate" | "Webhook" | "WorkCentreGroup" | "WorksOrder";
            /** @description The id of a record, with its entity. */
            id?: number;
            /** @description A name. Not case sensitive. */
            user?: string;
            userID?: number;
            /**
             * Format: date-time
             * @description Recorded at this time or later.
             */
            from?: string;
            /**
             * Format: date-time
             * @description Recorded before this time.
             */
            to?: string;
            /** @example received */
            action?: string;
            /** @description As `X-Request-Id` answered it. */
            requestID?: string;
        };
        ItemHistoryRequest: {
            id?: number;
            /** @description Not case sensitive. */
            visualSerialNo?: string;
        };
        MaterialItemKey: {
            ID?: number;
            /** @description Not case sensitive. */
            orderNo?: string;
        };
        MaterialItemFilter: {
            id?: number;
            /** @description Not case sensitive. */
            visualSerialNo?: string;
            /** @description Not case sensitive. */
            productName?: string;
            /** @description Not case sensitive. */
            orderNo?: string;
            batchNo?: string;
            statusID?: number;
        };
        MaterialItemUpdate: {
            /** @description As in the path. */
            id: number;
            /** @description As it was read. */
            revNo: number;
            /**
             * Format: date-time
             * @description The server's own: ignored.
             */
            lastEditDT: string;
            /** @description The server's own: ignored. */
            lastEditUserID: number;
            productID: number;
            statusID: number;
            /** @description At most 100 characters, unless it is so stored. */
            visualSerialNo: string;
            /** @description The works order. */
            scheduleID: number | null;
            /** Format: date-time */
            startDT: string;
            /** Format: date-time */
            endDT: string;
            /** @description At most 50 characters, unless it is so stored. */
            version: string | null;
            nominalQty: number;
            actualQty: number;
            uniqueID: string | null;
            holdReasonID: number | null;
            /** Format: date-time */
            expiryDate: string;
            locationID: number | null;
            costPerUnit: number;
            ownershipTypeID: number | null;
            currencyID: number | null;
            batchNo: string | null;
            legacyPrerepairMaterialItemID: number | null;
            /** @description All entries that there are, and new ones. */
            caseData: components["schemas"]["CaseDataUpdate"][];
            testModeID: number | null;
            /** @description Ignored. */
            readonly productName?: unknown;
            /** @description Ignored. */
            readonly status?: unknown;
            /** @description Ignored. */
            readonly orderNo?: unknown;
            /** @description Ignored. */
            readonly holdReason?: unknown;
            /** @description Ignored. */
            readonly location?: unknown;
            /** @description Ignored. */
            readonly ownershipType?: unknown;
            /** @description Ignored. */
            readonly currency?: unknown;
        };
        CaseDataUpdate: {
            /** @description Null makes a new entry. */
            id: number | null;
            caseDataID: number;
            materialItemID: number;
            name: string;
            value: string | null;
        };
        ReceiveRequest: {
            productName: string;
            visualSerialNo: string;
            /** Format: date-time */
            expiryDate?: string;
            version?: string | null;
            /** @description The SUID of a location. */
            location?: string | null;
            batchNo?: string | null;
            costPerUnit?: number;
            qty: number;
            ownershipType?: string | null;
            comment?: string | null;
            deliveryNo?: string | null;
            /** Format: date-time */
            occurredAt?: string;
            /** @description The sending system's own name for this. It takes effect once: the same reference with the same request is answered alike, for ever, with `Idempotency-Replayed: true`. */
            externalRef?: {
                /** @description Case sensitive, as is the id. */
                system: string;
                id: string;
            } | null;
        };
        ItemAdjustRequest: {
            materialitemid: number;
            /** @description The change of the actual quantity. */
            adjustqty: number;
            /** @description Not case sensitive. */
            reasonSUID: string;
            comments?: string | null;
            /** Format: date-time */
            occurredAt?: string;
            /** @description The sending system's own name for this. It takes effect once: the same reference with the same request is answered alike, for ever, with `Idempotency-Replayed: true`. */
            externalRef?: {
                /** @description Case sensitive, as is the id. */
                system: string;
                id: string;
            } | null;
        };
        HoldRequest: {
            id?: number;
            /** @description Not case sensitive. */
            visualSerialNo?: string;
            comment?: string | null;
            /** Format: date-time */
            occurredAt?: string;
            /** @description The name or the SUID of a hold reason. Not case sensitive. */
            holdReason: string;
        };
        ReleaseRequest: {
            id?: number;
            /** @description Not case sensitive. */
            visualSerialNo?: string;
            comment?: string | null;
            /** Format: date-time */
            occurredAt?: string;
        };
        ScrapRequest: {
            id?: number;
            /** @description Not case sensitive. */
            visualSerialNo?: string;
            comment?: string | null;
            /** Format: date-time */
            occurredAt?: string;
            /** @description A material reason for adjustments. Not case sensitive. */
            reasonSUID: string;
        };
        MoveRequest: {
            id?: number;
            /** @description Not case sensitive. */
            visualSerialNo?: string;
            comment?: string | null;
            /** Format: date-time */
            occurredAt?: string;
            /** @description The SUID of a location. */
            location: string;
        };
        DispatchRequest: {
            id?: number;
            /** @description Not case sensitive. */
            visualSerialNo?: string;
            comment?: string | null;
            /** Format: date-time */
            occurredAt?: string;
        };
        Product: {
            ID: number;
            ProductTypeID: number;
            ProductType: string;
            SUID: string | null;
            Name: string;
            Description: string | null;
            Version: string;
            DefaultOwnershipID: number;
            DefaultOwnership: string;
            DefaultCostPerUnit: number;
            DefaultCurrencyID: number;
            DefaultCurrency: string;
            BaseUnitID: number;
            BaseUnit: string;
            ReceiptProfileID: number;
            ReceiptProfile: string;
            ReceiptRecipeID: number | null;
            ReceiptRecipe: string | null;
            SerialRangeID: number | null;
            SerialRange: string | null;
            DefaultBatchSize: number;
            MinScheduleBatchSize: number | null;
            ScheduleBatchIncrement: number | null;
            MaxScheduleBatchSize: number | null;
            PeggingExpiryDays: number | null;
            ShelfLifeDays: number | null;
            InventoryDecimalPlaces: number;
            LocationID: number;
            Location: string;
            IsActive: boolean;
            IsPlanningConstraint: boolean;
            Properties: components["schemas"]["ProductProperty"][];
            SourceProductID: number | null;
            SourceProductName: string | null;
        };
        ProductProperty: {
            Name: string;
            Value: string | null;
        };
        ProductFilter: {
            ID?: number;
            Name?: string;
            SUID?: string;
        };
        ProductUpdate: {
            ID: number;
            /** @description It can only name the type that the product has. */
            ProductType?: string;
            /** @description At most 50 bytes, unless it is so stored. */
            DefaultOwnership?: string;
            /** @description At most 20 characters, unless it is so stored. */
            Location?: string;
            Name?: string;
            Version?: string;
            DefaultCostPerUnit?: number;
            DefaultCurrency?: string;
            BaseUnit?: string;
            ReceiptProfile?: string;
            DefaultBatchSize?: number;
            InventoryDecimalPlaces?: number;
            IsActive?: boolean;
            IsPlanningConstraint?: boolean;
            SUID?: string | null;
            Description?: string | null;
            ReceiptRecipe?: string | null;
            SerialRange?: string | null;
            MinScheduleBatchSize?: number;
            ScheduleBatchIncrement?: number;
            MaxScheduleBatchSize?: number;
            PeggingExpiryDays?: number | null;
            ShelfLifeDays?: number | null;
            /** @description Merged by Name, which is case sensitive; null clears a Value. */
            Properties?: {
                Name: string;
                Value?: string | null;
            }[] | null;
            SourceProductName?: string | null;
            /** @description Ignored. */
            readonly ProductTypeID?: unknown;
            /** @description Ignored. */
            readonly DefaultOwnershipID?: unknown;
            /** @description Ignored. */
            readonly DefaultCurrencyID?: unknown;
            /** @description Ignored. */
            readonly BaseUnitID?: unknown;
            /** @description Ignored. */
            readonly ReceiptProfileID?: unknown;
            /** @description Ignored. */
            readonly ReceiptRecipeID?: unknown;
            /** @description Ignored. */
            readonly SerialRangeID?: unknown;
            /** @description Ignored. */
            readonly LocationID?: unknown;
            /** @description Ignored. */
            readonly SourceProductID?: unknown;
        };
        ProductCreation: {
            /** @description Not case sensitive. `%` stands for any text; it must fit exactly one type. */
            ProductType: string;
            DefaultOwnership: string;
            Location: string;
            Name: string;
            Version: string;
            DefaultCostPerUnit: number;
            DefaultCurrency: string;
            BaseUnit: string;
            ReceiptProfile: string;
            DefaultBatchSize: number;
            InventoryDecimalPlaces: number;
            IsActive: boolean;
            IsPlanningConstraint: boolean;
            SUID?: string | null;
            Description?: string | null;
            ReceiptRecipe?: string | null;
            SerialRange?: string | null;
            MinScheduleBatchSize?: number;
            ScheduleBatchIncrement?: number;
            MaxScheduleBatchSize?: number;
            PeggingExpiryDays?: number | null;
            ShelfLifeDays?: number | null;
            /** @description Merged by Name, which is case sensitive; null clears a Value. */
            Properties?: {
                Name: string;
                Value?: string | null;
            }[] | null;
            SourceProductName?: string | null;
            /** @description Ignored. */
            readonly ProductTypeID?: unknown;
            /** @description Ignored. */
            readonly DefaultOwnershipID?: unknown;
            /** @description Ignored. */
            readonly DefaultCurrencyID?: unknown;
            /** @description Ignored. */
            readonly BaseUnitID?: unknown;
            /** @description Ignored. */
            readonly ReceiptProfileID?: unknown;
            /** @description Ignored. */
            readonly ReceiptRecipeID?: unknown;
            /** @description Ignored. */
            readonly SerialRangeID?: unknown;
            /** @description Ignored. */
            readonly LocationID?: unknown;
            /** @description Ignored. */
            readonly SourceProductID?: unknown;
        };
        ProductDeletion: {
            ID: number;
        };
        ProductCopy: {
            suid: string;
            name: string;
            description?: string | null;
            srcProductName: string;
        };
        Webhook: {
            id: number;
            url: string;
            description: string | null;
            types: string[] | null;
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description How many events are yet to be delivered. */
            pending: number;
            /** @description How many could not be delivered in 24 hours. */
            dead: number;
            /** @description Why the last attempt failed. */
            error: string | null;
        };
        WebhookFilter: {
            id?: number;
            url?: string;
            isActive?: boolean;
        };
        WrittenWebhook: components["schemas"]["Webhook"] & {
            /** @description What calls are signed with, which is shown this once. Null where it stays as it is, and where the request repeats an earlier one with the same Idempotency-Key. */
            secret: string | null;
        };
        WebhookUpdate: {
            id: number;
            url?: string;
            description?: string | null;
            /** @description Of which types it is told; all, where it is null. */
            types?: string[] | null;
            isActive?: boolean | null;
            /** @description Ignored. */
            readonly createdAt?: unknown;
            /** @description Ignored. */
            readonly pending?: unknown;
            /** @description Ignored. */
            readonly dead?: unknown;
            /** @description Ignored. */
            readonly error?: unknown;
            /** @description A new secret. The one that it replaces signs beside it for 24 hours. */
            rotateSecret?: boolean;
        };
        WebhookCreation: {
            url: string;
            description?: string | null;
            /** @description Of which types it is told; all, where it is null. */
            types?: string[] | null;
            isActive?: boolean | null;
            /** @description Ignored. */
            readonly createdAt?: unknown;
            /** @description Ignored. */
            readonly pending?: unknown;
            /** @description Ignored. */
            readonly dead?: unknown;
            /** @description Ignored. */
            readonly error?: unknown;
        };
        WebhookKey: {
            id: number;
        };
        WebhookTrial: {
            isDelivered: boolean;
            /** @description Null where there was no answer. */
            status: number | null;
            error: string | null;
        };
        DeadLetter: {
            /** @description The event's id. */
            seq: number;
            subject: string;
            attempts: number;
            /** Format: date-time */
            firstAt: string | null;
            /** Format: date-time */
            lastAt: string;
            error: string | null;
        };
        WebhookReplay: {
            id: number;
            /** @description The dead letters to deliver anew; all of the webhook's, where it is absent. */
            seqs?: number[];
        };
        WorksOrder: {
            id: number;
            orderNo: string;
            description: string | null;
            productName: string;
            productID: number;
            bom: string;
            bomID: number;
            version: string;
            bomVersionID: number;
            qty: number;
            /** @enum {string} */
            status: "Created" | "Started" | "Completed" | "Cancelled";
            /** Format: date-time */
            startDT: string | null;
            /** Format: date-time */
            endDT: string | null;
        };
        WorksOrderFilter: {
            id?: number;
            /** @description Not case sensitive. */
            orderNo?: string;
            /** @description Not case sensitive. */
            productName?: string;
            /** @enum {string} */
            status?: "Created" | "Started" | "Completed" | "Cancelled";
        };
        /** @description Once the order is started, only its description can change. */
        WorksOrderUpdate: {
            id: number;
            orderNo?: string;
            description?: string | null;
            /** @description Not case sensitive. */
            productName?: string;
            /** @description A BoM of the order's product. Not case sensitive. */
            bom?: string;
            version?: string | {
                major: number;
                minor: number;
            };
            qty?: number;
            /** @description Ignored. */
            readonly productID?: unknown;
            /** @description Ignored. */
            readonly bomID?: unknown;
            /** @description Ignored. */
            readonly bomVersionID?: unknown;
            /** @description Ignored. */
            readonly status?: unknown;
            /** @description Ignored. */
            readonly startDT?: unknown;
            /** @description Ignored. */
            readonly endDT?: unknown;
        };
        WorksOrderCreation: {
            orderNo: string;
            description?: string | null;
            /** @description Not case sensitive. */
            productName: string;
            /** @description A BoM of the order's product. Not case sensitive. */
            bom: string;
            version: string | {
                major: number;
                minor: number;
            };
            qty: number;
            /** @description Ignored. */
            readonly productID?: unknown;
            /** @description Ignored. */
            readonly bomID?: unknown;
            /** @description Ignored. */
            readonly bomVersionID?: unknown;
            /** @description Ignored. */
            readonly status?: unknown;
            /** @description Ignored. */
            readonly startDT?: unknown;
            /** @description Ignored. */
            readonly endDT?: unknown;
        };
        WorksOrderDeletion: {
            id: number;
        };
        StartedWorksOrder: {
            id: number;
            orderNo: string;
            description: string | null;
            productName: string;
            productID: number;
            bom: string;
            bomID: number;
            version: string;
            bomVersionID: number;
            qty: number;
            /** @enum {string} */
            status: "Created" | "Started" | "Completed" | "Cancelled";
            /** Format: date-time */
            startDT: string | null;
            /** Format: date-time */
            endDT: string | null;
            /** @description The items that were started. */
            items: {
                id: number;
                visualSerialNo: string;
                qty: number;
            }[];
        };
        WorksOrderStart: {
            id?: number;
            orderNo?: string;
            /** @description Without it, items of the product's Default Batch Size, with serials of its Serial Range, else `<orderNo>-<n>`: at most 1000. */
            items?: {
                visualSerialNo: string;
                qty: number;
            }[] | null;
            comment?: string | null;
        };
        WorksOrderCompletion: {
            id?: number;
            orderNo?: string;
            /** @description Completes the order although required slots are under their minima. */
            allowIncomplete?: boolean | null;
            comment?: string | null;
        };
        WorksOrderCancellation: {
            id?: number;
            orderNo?: string;
            comment?: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The request's own `X-Request-Id` where it is plain, else a new one. */
        "X-Request-Id": string;
        /** @description The next page: `<path>; rel="next"`. None after the last. */
        Link: string;
        /** @description `true` where a request with this `Idempotency-Key` took effect before. */
        "Idempotency-Replayed": string;
        /** @description `Bearer`. */
        "WWW-Authenticate": string;
        /** @description Seconds to wait. */
        "Retry-After": number;
        /** @description What is counted, with how many requests (`q`) in how many seconds (`w`). */
        "RateLimit-Policy": string;
        /** @description Of what is counted, how many requests remain (`r`) for how many seconds (`t`). */
        RateLimit: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    productTypeList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["ProductTypeFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": "CAT-1",
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "Electronics"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ProductType"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    productTypeUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "suid": "CAT-1",
                 *       "name": "Electronics"
                 *     }
                 */
                "application/json": components["schemas"]["ProductTypeUpdate"] | components["schemas"]["ProductTypeCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": "CAT-1",
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Electronics"
                     *     }
                     */
                    "application/json": components["schemas"]["ProductType"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    productTypeDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": "CAT-1",
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Electronics"
                     *     }
                     */
                    "application/json": components["schemas"]["ProductType"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ownershipTypeList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["OwnershipTypeFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": null,
                     *         "description": "Owned by the supplier until it is used",
                     *         "isActive": true,
                     *         "name": "Consignment"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OwnershipType"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ownershipTypeUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Consignment",
                 *       "description": "Owned by the supplier until it is used"
                 *     }
                 */
                "application/json": components["schemas"]["OwnershipTypeUpdate"] | components["schemas"]["OwnershipTypeCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": "Owned by the supplier until it is used",
                     *       "isActive": true,
                     *       "name": "Consignment"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnershipType"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ownershipTypeDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": "Owned by the supplier until it is used",
                     *       "isActive": true,
                     *       "name": "Consignment"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnershipType"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    currencyList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["CurrencyFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": "840",
                     *         "description": "US Dollar",
                     *         "isActive": true,
                     *         "name": "USD"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Currency"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    currencyUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "suid": "840",
                 *       "name": "USD",
                 *       "description": "US Dollar"
                 *     }
                 */
                "application/json": components["schemas"]["CurrencyUpdate"] | components["schemas"]["CurrencyCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": "840",
                     *       "description": "US Dollar",
                     *       "isActive": true,
                     *       "name": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["Currency"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    currencyDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": "840",
                     *       "description": "US Dollar",
                     *       "isActive": true,
                     *       "name": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["Currency"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unitOfMeasureList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["UnitOfMeasureFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": null,
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "yard",
                     *         "code": "YRD",
                     *         "dimension": "length",
                     *         "factor": 914.4
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UnitOfMeasure"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unitOfMeasureUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "yard",
                 *       "code": "YRD",
                 *       "dimension": "length",
                 *       "factor": 914.4
                 *     }
                 */
                "application/json": components["schemas"]["UnitOfMeasureUpdate"] | components["schemas"]["UnitOfMeasureCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "yard",
                     *       "code": "YRD",
                     *       "dimension": "length",
                     *       "factor": 914.4
                     *     }
                     */
                    "application/json": components["schemas"]["UnitOfMeasure"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. `fixed`: The field can't change any more. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unitOfMeasureDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "yard",
                     *       "code": "YRD",
                     *       "dimension": "length",
                     *       "factor": 914.4
                     *     }
                     */
                    "application/json": components["schemas"]["UnitOfMeasure"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    locationList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["LocationFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": "LOC-1",
                     *         "description": "Factory",
                     *         "isActive": true,
                     *         "name": "Factory L1"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Location"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    locationUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "suid": "LOC-1",
                 *       "name": "Factory L1",
                 *       "description": "Factory"
                 *     }
                 */
                "application/json": components["schemas"]["LocationUpdate"] | components["schemas"]["LocationCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": "LOC-1",
                     *       "description": "Factory",
                     *       "isActive": true,
                     *       "name": "Factory L1"
                     *     }
                     */
                    "application/json": components["schemas"]["Location"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    locationDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": "LOC-1",
                     *       "description": "Factory",
                     *       "isActive": true,
                     *       "name": "Factory L1"
                     *     }
                     */
                    "application/json": components["schemas"]["Location"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiptProfileList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptProfileFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": null,
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "Traceable",
                     *         "fields": {
                     *           "batchNo": "compulsory",
                     *           "comment": "hidden"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ReceiptProfile"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiptProfileUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Traceable",
                 *       "fields": {
                 *         "batchNo": "compulsory",
                 *         "comment": "hidden"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptProfileUpdate"] | components["schemas"]["ReceiptProfileCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Traceable",
                     *       "fields": {
                     *         "batchNo": "compulsory",
                     *         "comment": "hidden"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReceiptProfile"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiptProfileDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Traceable",
                     *       "fields": {
                     *         "batchNo": "compulsory",
                     *         "comment": "hidden"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReceiptProfile"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiptRecipeList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptRecipeFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": null,
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "Inspect on receipt"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ReceiptRecipe"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiptRecipeUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Inspect on receipt"
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptRecipeUpdate"] | components["schemas"]["ReceiptRecipeCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Inspect on receipt"
                     *     }
                     */
                    "application/json": components["schemas"]["ReceiptRecipe"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiptRecipeDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Inspect on receipt"
                     *     }
                     */
                    "application/json": components["schemas"]["ReceiptRecipe"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    serialRangeList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["SerialRangeFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": null,
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "Pumps",
                     *         "prefix": "PUMP-",
                     *         "nextNumber": 1,
                     *         "endNumber": 9999,
                     *         "padding": 4
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SerialRange"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    serialRangeUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Pumps",
                 *       "prefix": "PUMP-",
                 *       "nextNumber": 1,
                 *       "endNumber": 9999,
                 *       "padding": 4
                 *     }
                 */
                "application/json": components["schemas"]["SerialRangeUpdate"] | components["schemas"]["SerialRangeCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Pumps",
                     *       "prefix": "PUMP-",
                     *       "nextNumber": 1,
                     *       "endNumber": 9999,
                     *       "padding": 4
                     *     }
                     */
                    "application/json": components["schemas"]["SerialRange"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. `serial_range`: The serial range forbids it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    serialRangeDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Pumps",
                     *       "prefix": "PUMP-",
                     *       "nextNumber": 1,
                     *       "endNumber": 9999,
                     *       "padding": 4
                     *     }
                     */
                    "application/json": components["schemas"]["SerialRange"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    propertyDefinitionList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["PropertyDefinitionFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": null,
                     *         "description": "In newton metres",
                     *         "isActive": true,
                     *         "name": "Torque"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PropertyDefinition"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    propertyDefinitionUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Torque",
                 *       "description": "In newton metres"
                 *     }
                 */
                "application/json": components["schemas"]["PropertyDefinitionUpdate"] | components["schemas"]["PropertyDefinitionCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": "In newton metres",
                     *       "isActive": true,
                     *       "name": "Torque"
                     *     }
                     */
                    "application/json": components["schemas"]["PropertyDefinition"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    propertyDefinitionDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": "In newton metres",
                     *       "isActive": true,
                     *       "name": "Torque"
                     *     }
                     */
                    "application/json": components["schemas"]["PropertyDefinition"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    buildSlotTypeList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["BuildSlotTypeFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": null,
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "Assembly"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BuildSlotType"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    buildSlotTypeUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Assembly"
                 *     }
                 */
                "application/json": components["schemas"]["BuildSlotTypeUpdate"] | components["schemas"]["BuildSlotTypeCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Assembly"
                     *     }
                     */
                    "application/json": components["schemas"]["BuildSlotType"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    buildSlotTypeDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Assembly"
                     *     }
                     */
                    "application/json": components["schemas"]["BuildSlotType"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialReasonList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["MaterialReasonFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": "SCRAP",
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "Scrap",
                     *         "transactions": [
                     *           "remove"
                     *         ],
                     *         "disposition": "scrap"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["MaterialReason"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialReasonUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "suid": "SCRAP",
                 *       "name": "Scrap",
                 *       "transactions": [
                 *         "remove"
                 *       ],
                 *       "disposition": "scrap"
                 *     }
                 */
                "application/json": components["schemas"]["MaterialReasonUpdate"] | components["schemas"]["MaterialReasonCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": "SCRAP",
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Scrap",
                     *       "transactions": [
                     *         "remove"
                     *       ],
                     *       "disposition": "scrap"
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialReason"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialReasonDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": "SCRAP",
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Scrap",
                     *       "transactions": [
                     *         "remove"
                     *       ],
                     *       "disposition": "scrap"
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialReason"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    workCentreList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["WorkCentreFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": null,
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "Press 3"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WorkCentre"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    workCentreUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Press 3"
                 *     }
                 */
                "application/json": components["schemas"]["WorkCentreUpdate"] | components["schemas"]["WorkCentreCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Press 3"
                     *     }
                     */
                    "application/json": components["schemas"]["WorkCentre"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    workCentreDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Press 3"
                     *     }
                     */
                    "application/json": components["schemas"]["WorkCentre"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialStatusList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["MaterialStatusFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": null,
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "Quarantine",
                     *         "consumable": false,
                     *         "buildable": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["MaterialStatus"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialStatusUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Quarantine",
                 *       "consumable": false,
                 *       "buildable": false
                 *     }
                 */
                "application/json": components["schemas"]["MaterialStatusUpdate"] | components["schemas"]["MaterialStatusCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Quarantine",
                     *       "consumable": false,
                     *       "buildable": false
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialStatus"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. `reserved`: The service itself uses this record. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialStatusDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Quarantine",
                     *       "consumable": false,
                     *       "buildable": false
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialStatus"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. `reserved`: The service itself uses this record. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    holdReasonList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["HoldReasonFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": null,
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "Quality"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["HoldReason"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    holdReasonUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Quality"
                 *     }
                 */
                "application/json": components["schemas"]["HoldReasonUpdate"] | components["schemas"]["HoldReasonCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Quality"
                     *     }
                     */
                    "application/json": components["schemas"]["HoldReason"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    holdReasonDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Quality"
                     *     }
                     */
                    "application/json": components["schemas"]["HoldReason"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    caseDataDefinitionList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["CaseDataDefinitionFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": null,
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "Certificate"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CaseDataDefinition"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    caseDataDefinitionUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Certificate"
                 *     }
                 */
                "application/json": components["schemas"]["CaseDataDefinitionUpdate"] | components["schemas"]["CaseDataDefinitionCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Certificate"
                     *     }
                     */
                    "application/json": components["schemas"]["CaseDataDefinition"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    caseDataDefinitionDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": null,
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Certificate"
                     *     }
                     */
                    "application/json": components["schemas"]["CaseDataDefinition"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    userList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["UserFilter"];
            };
        };
        responses: {
            /** @description The matching records by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "suid": "LINE-4",
                     *         "description": null,
                     *         "isActive": true,
                     *         "name": "Terminal of line 4"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["User"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    userUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "suid": "LINE-4",
                 *       "name": "Terminal of line 4"
                 *     }
                 */
                "application/json": components["schemas"]["UserUpdate"] | components["schemas"]["UserCreate"];
            };
        };
        responses: {
            /** @description The created or updated record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": "LINE-4",
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Terminal of line 4"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. `reserved`: The service itself uses this record. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    userDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceDataDeletion"];
            };
        };
        responses: {
            /** @description The removed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "suid": "LINE-4",
                     *       "description": null,
                     *       "isActive": true,
                     *       "name": "Terminal of line 4"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. `reserved`: The service itself uses this record. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    apiKeyList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "operator"
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyFilter"];
            };
        };
        responses: {
            /** @description The keys that match, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 2,
                     *         "name": "Terminal of line 4",
                     *         "user": "Administrator",
                     *         "userID": 1,
                     *         "role": "operator",
                     *         "createdAt": "2026-01-31T08:00:00.000Z",
                     *         "expiresAt": null,
                     *         "revokedAt": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    apiKeyCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Terminal of line 4",
                 *       "user": "Administrator",
                 *       "role": "operator"
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyCreation"];
            };
        };
        responses: {
            /** @description The created key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "name": "Terminal of line 4",
                     *       "user": "Administrator",
                     *       "userID": 1,
                     *       "role": "operator",
                     *       "createdAt": "2026-01-31T08:00:00.000Z",
                     *       "expiresAt": null,
                     *       "revokedAt": null,
                     *       "key": "ab_Zm9yIGV4YW1wbGUgb25seTogMzIgcmFuZG9tIGJ5dGU"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `inactive`: The record is not active. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    apiKeyRevoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 2
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyRevocation"];
            };
        };
        responses: {
            /** @description The revoked key. One that was revoked before stays as it is. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "name": "Terminal of line 4",
                     *       "user": "Administrator",
                     *       "userID": 1,
                     *       "role": "operator",
                     *       "createdAt": "2026-01-31T08:00:00.000Z",
                     *       "expiresAt": null,
                     *       "revokedAt": "2026-02-28T17:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    auditAnchor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["AnchorFilter"];
            };
        };
        responses: {
            /** @description The newest seal; null where there is none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 12,
                     *       "lastSeq": 1180,
                     *       "at": "2026-01-31T08:00:00.000Z",
                     *       "hash": "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg",
                     *       "signature": "5pF6kQ0mT1W8sFJ7D2n0t7Xj3cG4bX0ZyVh8uQvYwq8K1n2o3p4q5r6s7t8u9v0wxyzABCDEFGHIJKLMNOPQRg",
                     *       "publicKey": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
                     *     }
                     */
                    "application/json": components["schemas"]["Anchor"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    auditVerify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "anchor": {
                 *         "id": 12,
                 *         "hash": "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        responses: {
            /** @description What was found. It takes a while: everything is read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isSound": false,
                     *       "findings": [
                     *         {
                     *           "record": "MaterialItem 7 (PUMP-0002)",
                     *           "problem": "its batchNo is \"B-2\", and the change log says \"B-1\""
                     *         }
                     *       ],
                     *       "isCutOff": false,
                     *       "seals": 12,
                     *       "sealed": 1180,
                     *       "unsealed": 3,
                     *       "keys": [
                     *         "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Verified"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parentProductName": "Pump"
                 *     }
                 */
                "application/json": components["schemas"]["BomFilter"];
            };
        };
        responses: {
            /** @description The BoMs that match, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 2,
                     *         "name": "Pump",
                     *         "parentProductID": 4,
                     *         "parentProductName": "Pump",
                     *         "description": null,
                     *         "isActive": true,
                     *         "versions": [
                     *           {
                     *             "id": 3,
                     *             "version": "1.0",
                     *             "status": "Released"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Bom"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Pump",
                 *       "parentProductName": "Pump",
                 *       "versions": [
                 *         {
                 *           "version": "1.0",
                 *           "status": "Released"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BomUpdate"] | components["schemas"]["BomCreation"];
            };
        };
        responses: {
            /** @description The created or updated BoM. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "name": "Pump",
                     *       "parentProductID": 4,
                     *       "parentProductName": "Pump",
                     *       "description": null,
                     *       "isActive": true,
                     *       "versions": [
                     *         {
                     *           "id": 3,
                     *           "version": "1.0",
                     *           "status": "Released"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Bom"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `inactive`: The record is not active. `duplicate`: A record of that name exists. `fixed`: The field can't change any more. `bom_status`: The BoM version's status forbids it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 2
                 *     }
                 */
                "application/json": components["schemas"]["BomDeletion"];
            };
        };
        responses: {
            /** @description The removed BoM. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "name": "Pump",
                     *       "parentProductID": 4,
                     *       "parentProductName": "Pump",
                     *       "description": null,
                     *       "isActive": true,
                     *       "versions": [
                     *         {
                     *           "id": 3,
                     *           "version": "1.0",
                     *           "status": "Released"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Bom"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    workCentreGroupList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "WorkCentres": [
                 *         "Press 1"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WorkCentreGroupFilter"];
            };
        };
        responses: {
            /** @description The groups that match, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "ID": 1,
                     *         "SUID": null,
                     *         "Name": "Presses",
                     *         "isControlled": 1,
                     *         "WorkCentres": [
                     *           "Press 1",
                     *           "Press 2"
                     *         ],
                     *         "workCentreIDs": [
                     *           1,
                     *           2
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WorkCentreGroup"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    workCentreGroupUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "Name": "Presses",
                 *       "isControlled": 1,
                 *       "WorkCentres": [
                 *         "Press 1",
                 *         "Press 2"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WorkCentreGroupUpdate"] | components["schemas"]["WorkCentreGroupCreation"];
            };
        };
        responses: {
            /** @description The created or updated group. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ID": 1,
                     *       "SUID": null,
                     *       "Name": "Presses",
                     *       "isControlled": 1,
                     *       "WorkCentres": [
                     *         "Press 1",
                     *         "Press 2"
                     *       ],
                     *       "workCentreIDs": [
                     *         1,
                     *         2
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkCentreGroup"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. `inactive`: The record is not active. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    workCentreGroupDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ID": 1
                 *     }
                 */
                "application/json": components["schemas"]["WorkCentreGroupDeletion"];
            };
        };
        responses: {
            /** @description The removed group. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ID": 1,
                     *       "SUID": null,
                     *       "Name": "Presses",
                     *       "isControlled": 1,
                     *       "WorkCentres": [],
                     *       "workCentreIDs": []
                     *     }
                     */
                    "application/json": components["schemas"]["WorkCentreGroup"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomSlotList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "Product": "Pump",
                 *       "Version": "1.0"
                 *     }
                 */
                "application/json": components["schemas"]["BomSlotFilter"];
            };
        };
        responses: {
            /** @description The slots that match, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "ParentProductName": "Pump",
                     *         "parentProductID": 4,
                     *         "bom": "Pump",
                     *         "bomID": 2,
                     *         "version": "1.0",
                     *         "bomVersionID": 3,
                     *         "description": "Shaft seals",
                     *         "buildSlotType": "Assembly",
                     *         "buildSlotTypeID": 1,
                     *         "isActive": true,
                     *         "isRequired": true,
                     *         "instruction": "Grease both seals.",
                     *         "edhrBomRequired": 0,
                     *         "edhrBuildRequired": 1,
                     *         "candidates": [
                     *           {
                     *             "id": 5,
                     *             "bomSlotID": 3,
                     *             "product": "Seal",
                     *             "productID": 7,
                     *             "version": null,
                     *             "isActive": true,
                     *             "qty": 2,
                     *             "minQty": 2,
                     *             "maxQty": 2,
                     *             "isDefault": true,
                     *             "useUom": null,
                     *             "useUomID": null
                     *           }
                     *         ],
                     *         "Properties": [
                     *           {
                     *             "property": "Torque",
                     *             "propertyID": 1,
                     *             "slotID": 3,
                     *             "value": "4 Nm"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BomSlot"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomSlotUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ParentProductName": "Pump",
                 *       "bom": "Pump",
                 *       "version": "1.0",
                 *       "description": "Shaft seals",
                 *       "buildSlotType": "Assembly",
                 *       "isActive": true,
                 *       "isRequired": true,
                 *       "edhrBomRequired": 0,
                 *       "edhrBuildRequired": 1,
                 *       "candidates": [
                 *         {
                 *           "product": "Seal",
                 *           "isActive": true,
                 *           "qty": 2,
                 *           "minQty": 2,
                 *           "isDefault": true
                 *         }
                 *       ],
                 *       "Properties": [
                 *         {
                 *           "property": "Torque",
                 *           "value": "4 Nm"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BomSlotUpdate"] | components["schemas"]["BomSlotCreation"];
            };
        };
        responses: {
            /** @description The created or updated slot. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "ParentProductName": "Pump",
                     *       "parentProductID": 4,
                     *       "bom": "Pump",
                     *       "bomID": 2,
                     *       "version": "1.0",
                     *       "bomVersionID": 3,
                     *       "description": "Shaft seals",
                     *       "buildSlotType": "Assembly",
                     *       "buildSlotTypeID": 1,
                     *       "isActive": true,
                     *       "isRequired": true,
                     *       "instruction": "Grease both seals.",
                     *       "edhrBomRequired": 0,
                     *       "edhrBuildRequired": 1,
                     *       "candidates": [
                     *         {
                     *           "id": 5,
                     *           "bomSlotID": 3,
                     *           "product": "Seal",
                     *           "productID": 7,
                     *           "version": null,
                     *           "isActive": true,
                     *           "qty": 2,
                     *           "minQty": 2,
                     *           "maxQty": 2,
                     *           "isDefault": true,
                     *           "useUom": null,
                     *           "useUomID": null
                     *         }
                     *       ],
                     *       "Properties": [
                     *         {
                     *           "property": "Torque",
                     *           "propertyID": 1,
                     *           "slotID": 3,
                     *           "value": "4 Nm"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BomSlot"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. `inactive`: The record is not active. `duplicate`: A record of that name exists. `fixed`: The field can't change any more. `quantity_range`: A quantity is out of its range. `unit_mismatch`: The units don't convert. `decimal_places`: The quantity has too many decimals. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomSlotDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ID": 3
                 *     }
                 */
                "application/json": components["schemas"]["BomSlotDeletion"];
            };
        };
        responses: {
            /** @description The removed slot. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "ParentProductName": "Pump",
                     *       "parentProductID": 4,
                     *       "bom": "Pump",
                     *       "bomID": 2,
                     *       "version": "1.0",
                     *       "bomVersionID": 3,
                     *       "description": "Shaft seals",
                     *       "buildSlotType": "Assembly",
                     *       "buildSlotTypeID": 1,
                     *       "isActive": true,
                     *       "isRequired": true,
                     *       "instruction": "Grease both seals.",
                     *       "edhrBomRequired": 0,
                     *       "edhrBuildRequired": 1,
                     *       "candidates": [
                     *         {
                     *           "id": 5,
                     *           "bomSlotID": 3,
                     *           "product": "Seal",
                     *           "productID": 7,
                     *           "version": null,
                     *           "isActive": true,
                     *           "qty": 2,
                     *           "minQty": 2,
                     *           "maxQty": 2,
                     *           "isDefault": true,
                     *           "useUom": null,
                     *           "useUomID": null
                     *         }
                     *       ],
                     *       "Properties": [
                     *         {
                     *           "property": "Torque",
                     *           "propertyID": 1,
                     *           "slotID": 3,
                     *           "value": "4 Nm"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BomSlot"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomSlotListCandidates: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bomSlotID": 3
                 *     }
                 */
                "application/json": components["schemas"]["BomSlotPartFilter"];
            };
        };
        responses: {
            /** @description The candidates, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 5,
                     *         "bomSlotID": 3,
                     *         "product": "Seal",
                     *         "productID": 7,
                     *         "version": null,
                     *         "isActive": true,
                     *         "qty": 2,
                     *         "minQty": 2,
                     *         "maxQty": 2,
                     *         "isDefault": true,
                     *         "useUom": null,
                     *         "useUomID": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BomSlotCandidate"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomSlotUpsertCandidates: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bomSlotID": 3,
                 *       "candidates": [
                 *         {
                 *           "product": "Seal",
                 *           "isActive": true,
                 *           "qty": 2,
                 *           "minQty": 2,
                 *           "isDefault": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BomSlotCandidatesUpsert"];
            };
        };
        responses: {
            /** @description The candidates in the order of the request, then the one that is no longer the default. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 5,
                     *         "bomSlotID": 3,
                     *         "product": "Seal",
                     *         "productID": 7,
                     *         "version": null,
                     *         "isActive": true,
                     *         "qty": 2,
                     *         "minQty": 2,
                     *         "maxQty": 2,
                     *         "isDefault": true,
                     *         "useUom": null,
                     *         "useUomID": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BomSlotCandidate"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `inactive`: The record is not active. `duplicate`: A record of that name exists. `fixed`: The field can't change any more. `quantity_range`: A quantity is out of its range. `unit_mismatch`: The units don't convert. `decimal_places`: The quantity has too many decimals. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomSlotDeleteCandidate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ID": 5
                 *     }
                 */
                "application/json": components["schemas"]["BomSlotDeletion"];
            };
        };
        responses: {
            /** @description The removed candidate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "bomSlotID": 3,
                     *       "product": "Seal",
                     *       "productID": 7,
                     *       "version": null,
                     *       "isActive": true,
                     *       "qty": 2,
                     *       "minQty": 2,
                     *       "maxQty": 2,
                     *       "isDefault": true,
                     *       "useUom": null,
                     *       "useUomID": null
                     *     }
                     */
                    "application/json": components["schemas"]["BomSlotCandidate"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomSlotListProperties: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bomSlotID": 3
                 *     }
                 */
                "application/json": components["schemas"]["BomSlotPartFilter"];
            };
        };
        responses: {
            /** @description The properties, in the order they were set in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "property": "Torque",
                     *         "propertyID": 1,
                     *         "slotID": 3,
                     *         "value": "4 Nm"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BomSlotProperty"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomSlotUpsertProperties: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bomSlotID": 3,
                 *       "properties": [
                 *         {
                 *           "property": "Torque",
                 *           "value": "4 Nm"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BomSlotPropertiesUpsert"];
            };
        };
        responses: {
            /** @description The properties, in the order of the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "property": "Torque",
                     *         "propertyID": 1,
                     *         "slotID": 3,
                     *         "value": "4 Nm"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BomSlotProperty"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `inactive`: The record is not active. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bomSlotClearProperty: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "BomSlotId": 3,
                 *       "property": "Torque"
                 *     }
                 */
                "application/json": components["schemas"]["BomSlotPropertyClearing"];
            };
        };
        responses: {
            /** @description The removed property. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "property": "Torque",
                     *       "propertyID": 1,
                     *       "slotID": 3,
                     *       "value": "4 Nm"
                     *     }
                     */
                    "application/json": components["schemas"]["BomSlotProperty"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    buildBuild: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parentSerialNo": "PUMP-0001",
                 *       "childSerialNo": "SEAL-LOT-1",
                 *       "builtQty": 2,
                 *       "receiveAtPointOfConsumption": false
                 *     }
                 */
                "application/json": components["schemas"]["BuildRequest"];
            };
        };
        responses: {
            /** @description The completed build. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 412,
                     *       "parent": {
                     *         "id": 17,
                     *         "revNo": 3,
                     *         "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *         "lastEditUserID": 1,
                     *         "productID": 4,
                     *         "statusID": 1,
                     *         "visualSerialNo": "PUMP-0001",
                     *         "scheduleID": 2,
                     *         "startDT": "2026-01-30T06:00:00.000Z",
                     *         "endDT": null,
                     *         "version": "A",
                     *         "nominalQty": 1,
                     *         "actualQty": 1,
                     *         "uniqueID": null,
                     *         "holdReasonID": null,
                     *         "expiryDate": null,
                     *         "locationID": 1,
                     *         "costPerUnit": 12.5,
                     *         "ownershipTypeID": 1,
                     *         "currencyID": 147,
                     *         "batchNo": "B-2026-01",
                     *         "legacyPrerepairMaterialItemID": null,
                     *         "caseData": [],
                     *         "testModeID": null,
                     *         "productName": "Pump",
                     *         "status": "WIP",
                     *         "orderNo": "WO-1001",
                     *         "holdReason": null,
                     *         "location": "MAIN",
                     *         "ownershipType": "Internal",
                     *         "currency": "USD"
                     *       },
                     *       "child": {
                     *         "id": 18,
                     *         "revNo": 3,
                     *         "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *         "lastEditUserID": 1,
                     *         "productID": 4,
                     *         "statusID": 1,
                     *         "visualSerialNo": "SEAL-LOT-1",
                     *         "scheduleID": 2,
                     *         "startDT": "2026-01-30T06:00:00.000Z",
                     *         "endDT": null,
                     *         "version": "A",
                     *         "nominalQty": 1,
                     *         "actualQty": 23,
                     *         "uniqueID": null,
                     *         "holdReasonID": null,
                     *         "expiryDate": null,
                     *         "locationID": 1,
                     *         "costPerUnit": 12.5,
                     *         "ownershipTypeID": 1,
                     *         "currencyID": 147,
                     *         "batchNo": "B-2026-01",
                     *         "legacyPrerepairMaterialItemID": null,
                     *         "caseData": [],
                     *         "testModeID": null,
                     *         "productName": "Pump",
                     *         "status": "WIP",
                     *         "orderNo": "WO-1001",
                     *         "holdReason": null,
                     *         "location": "MAIN",
                     *         "ownershipType": "Internal",
                     *         "currency": "USD"
                     *       },
                     *       "qty": 2,
                     *       "allocations": [
                     *         {
                     *           "bomSlotID": 3,
                     *           "candidateID": 5,
                     *           "qty": 2
                     *         }
                     *       ],
                     *       "at": "2026-01-31T08:00:00.000Z",
                     *       "userID": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BuildRecord"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `order_status`: The works order's status forbids it. `item_status`: The item's status forbids it. `item_on_hold`: The item is on hold. `inactive`: The record is not active. `receipt_profile`: The product's receipt profile forbids it. `details_contradict`: The item details contradict the item. `cycle`: An item can't be part of itself. `item_expired`: The item has expired. `decimal_places`: The quantity has too many decimals. `not_in_bom`: The BoM does not take the child. `over_maximum`: The quantity passes the slot's maximum. `serial_range`: The serial range forbids it. `insufficient_quantity`: There is not enough in stock. `external_ref_conflict`: The reference was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    buildRemove: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parentSerialNo": "PUMP-0001",
                 *       "childSerialNo": "SEAL-LOT-1",
                 *       "removeQty": 1,
                 *       "comments": "Worn at inspection",
                 *       "reasonSUID": "REWORK"
                 *     }
                 */
                "application/json": components["schemas"]["RemoveRequest"];
            };
        };
        responses: {
            /** @description The completed removal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 430,
                     *       "parent": {
                     *         "id": 17,
                     *         "revNo": 3,
                     *         "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *         "lastEditUserID": 1,
                     *         "productID": 4,
                     *         "statusID": 1,
                     *         "visualSerialNo": "PUMP-0001",
                     *         "scheduleID": 2,
                     *         "startDT": "2026-01-30T06:00:00.000Z",
                     *         "endDT": null,
                     *         "version": "A",
                     *         "nominalQty": 1,
                     *         "actualQty": 1,
                     *         "uniqueID": null,
                     *         "holdReasonID": null,
                     *         "expiryDate": null,
                     *         "locationID": 1,
                     *         "costPerUnit": 12.5,
                     *         "ownershipTypeID": 1,
                     *         "currencyID": 147,
                     *         "batchNo": "B-2026-01",
                     *         "legacyPrerepairMaterialItemID": null,
                     *         "caseData": [],
                     *         "testModeID": null,
                     *         "productName": "Pump",
                     *         "status": "WIP",
                     *         "orderNo": "WO-1001",
                     *         "holdReason": null,
                     *         "location": "MAIN",
                     *         "ownershipType": "Internal",
                     *         "currency": "USD"
                     *       },
                     *       "child": {
                     *         "id": 18,
                     *         "revNo": 3,
                     *         "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *         "lastEditUserID": 1,
                     *         "productID": 4,
                     *         "statusID": 1,
                     *         "visualSerialNo": "SEAL-LOT-1",
                     *         "scheduleID": 2,
                     *         "startDT": "2026-01-30T06:00:00.000Z",
                     *         "endDT": null,
                     *         "version": "A",
                     *         "nominalQty": 1,
                     *         "actualQty": 24,
                     *         "uniqueID": null,
                     *         "holdReasonID": null,
                     *         "expiryDate": null,
                     *         "locationID": 1,
                     *         "costPerUnit": 12.5,
                     *         "ownershipTypeID": 1,
                     *         "currencyID": 147,
                     *         "batchNo": "B-2026-01",
                     *         "legacyPrerepairMaterialItemID": null,
                     *         "caseData": [],
                     *         "testModeID": null,
                     *         "productName": "Pump",
                     *         "status": "WIP",
                     *         "orderNo": "WO-1001",
                     *         "holdReason": null,
                     *         "location": "MAIN",
                     *         "ownershipType": "Internal",
                     *         "currency": "USD"
                     *       },
                     *       "qty": 1,
                     *       "allocations": [
                     *         {
                     *           "bomSlotID": 3,
                     *           "candidateID": 5,
                     *           "qty": 1
                     *         }
                     *       ],
                     *       "at": "2026-01-31T08:00:00.000Z",
                     *       "userID": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RemoveRecord"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `reason_not_assigned`: The reason is not assigned to this transaction. `inactive`: The record is not active. `decimal_places`: The quantity has too many decimals. `not_built`: Less is built than is to be removed. `quantity_range`: A quantity is out of its range. `external_ref_conflict`: The reference was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    buildBuildMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         {
                 *           "parentSerialNo": "PUMP-0001",
                 *           "childSerialNo": "SEAL-LOT-1",
                 *           "builtQty": 2,
                 *           "receiveAtPointOfConsumption": false
                 *         }
                 *       ],
                 *       "atomic": true
                 *     }
                 */
                "application/json": components["schemas"]["BuildManyRequest"];
            };
        };
        responses: {
            /** @description What became of each line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "done": 1,
                     *       "refused": 1,
                     *       "results": [
                     *         {
                     *           "line": 0,
                     *           "status": 200,
                     *           "answer": {
                     *             "id": 412,
                     *             "parent": {
                     *               "id": 17,
                     *               "revNo": 3,
                     *               "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *               "lastEditUserID": 1,
                     *               "productID": 4,
                     *               "statusID": 1,
                     *               "visualSerialNo": "PUMP-0001",
                     *               "scheduleID": 2,
                     *               "startDT": "2026-01-30T06:00:00.000Z",
                     *               "endDT": null,
                     *               "version": "A",
                     *               "nominalQty": 1,
                     *               "actualQty": 1,
                     *               "uniqueID": null,
                     *               "holdReasonID": null,
                     *               "expiryDate": null,
                     *               "locationID": 1,
                     *               "costPerUnit": 12.5,
                     *               "ownershipTypeID": 1,
                     *               "currencyID": 147,
                     *               "batchNo": "B-2026-01",
                     *               "legacyPrerepairMaterialItemID": null,
                     *               "caseData": [],
                     *               "testModeID": null,
                     *               "productName": "Pump",
                     *               "status": "WIP",
                     *               "orderNo": "WO-1001",
                     *               "holdReason": null,
                     *               "location": "MAIN",
                     *               "ownershipType": "Internal",
                     *               "currency": "USD"
                     *             },
                     *             "child": {
                     *               "id": 18,
                     *               "revNo": 3,
                     *               "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *               "lastEditUserID": 1,
                     *               "productID": 4,
                     *               "statusID": 1,
                     *               "visualSerialNo": "SEAL-LOT-1",
                     *               "scheduleID": 2,
                     *               "startDT": "2026-01-30T06:00:00.000Z",
                     *               "endDT": null,
                     *               "version": "A",
                     *               "nominalQty": 1,
                     *               "actualQty": 23,
                     *               "uniqueID": null,
                     *               "holdReasonID": null,
                     *               "expiryDate": null,
                     *               "locationID": 1,
                     *               "costPerUnit": 12.5,
                     *               "ownershipTypeID": 1,
                     *               "currencyID": 147,
                     *               "batchNo": "B-2026-01",
                     *               "legacyPrerepairMaterialItemID": null,
                     *               "caseData": [],
                     *               "testModeID": null,
                     *               "productName": "Pump",
                     *               "status": "WIP",
                     *               "orderNo": "WO-1001",
                     *               "holdReason": null,
                     *               "location": "MAIN",
                     *               "ownershipType": "Internal",
                     *               "currency": "USD"
                     *             },
                     *             "qty": 2,
                     *             "allocations": [
                     *               {
                     *                 "bomSlotID": 3,
                     *                 "candidateID": 5,
                     *                 "qty": 2
                     *               }
                     *             ],
                     *             "at": "2026-01-31T08:00:00.000Z",
                     *             "userID": 1
                     *           }
                     *         },
                     *         {
                     *           "line": 1,
                     *           "status": 404,
                     *           "problem": {
                     *             "type": "/problems/not_found",
                     *             "title": "A record that the request names does not exist",
                     *             "status": 404,
                     *             "detail": "No record has the id, name or serial that the request gives. Nothing changed.",
                     *             "code": "not_found",
                     *             "line": 1,
                     *             "errors": [
                     *               {
                     *                 "pointer": "/lines/1",
                     *                 "detail": "No material item has the serial PUMP-0002."
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BuildManyResult"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `order_status`: The works order's status forbids it. `item_status`: The item's status forbids it. `item_on_hold`: The item is on hold. `inactive`: The record is not active. `receipt_profile`: The product's receipt profile forbids it. `details_contradict`: The item details contradict the item. `cycle`: An item can't be part of itself. `item_expired`: The item has expired. `decimal_places`: The quantity has too many decimals. `not_in_bom`: The BoM does not take the child. `over_maximum`: The quantity passes the slot's maximum. `serial_range`: The serial range forbids it. `insufficient_quantity`: There is not enough in stock. `external_ref_conflict`: The reference was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    buildRemoveMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         {
                 *           "parentSerialNo": "PUMP-0001",
                 *           "childSerialNo": "SEAL-LOT-1",
                 *           "removeQty": 1,
                 *           "comments": "Worn at inspection",
                 *           "reasonSUID": "REWORK"
                 *         }
                 *       ],
                 *       "atomic": true
                 *     }
                 */
                "application/json": components["schemas"]["RemoveManyRequest"];
            };
        };
        responses: {
            /** @description What became of each line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "done": 1,
                     *       "refused": 1,
                     *       "results": [
                     *         {
                     *           "line": 0,
                     *           "status": 200,
                     *           "answer": {
                     *             "id": 430,
                     *             "parent": {
                     *               "id": 17,
                     *               "revNo": 3,
                     *               "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *               "lastEditUserID": 1,
                     *               "productID": 4,
                     *               "statusID": 1,
                     *               "visualSerialNo": "PUMP-0001",
                     *               "scheduleID": 2,
                     *               "startDT": "2026-01-30T06:00:00.000Z",
                     *               "endDT": null,
                     *               "version": "A",
                     *               "nominalQty": 1,
                     *               "actualQty": 1,
                     *               "uniqueID": null,
                     *               "holdReasonID": null,
                     *               "expiryDate": null,
                     *               "locationID": 1,
                     *               "costPerUnit": 12.5,
                     *               "ownershipTypeID": 1,
                     *               "currencyID": 147,
                     *               "batchNo": "B-2026-01",
                     *               "legacyPrerepairMaterialItemID": null,
                     *               "caseData": [],
                     *               "testModeID": null,
                     *               "productName": "Pump",
                     *               "status": "WIP",
                     *               "orderNo": "WO-1001",
                     *               "holdReason": null,
                     *               "location": "MAIN",
                     *               "ownershipType": "Internal",
                     *               "currency": "USD"
                     *             },
                     *             "child": {
                     *               "id": 18,
                     *               "revNo": 3,
                     *               "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *               "lastEditUserID": 1,
                     *               "productID": 4,
                     *               "statusID": 1,
                     *               "visualSerialNo": "SEAL-LOT-1",
                     *               "scheduleID": 2,
                     *               "startDT": "2026-01-30T06:00:00.000Z",
                     *               "endDT": null,
                     *               "version": "A",
                     *               "nominalQty": 1,
                     *               "actualQty": 24,
                     *               "uniqueID": null,
                     *               "holdReasonID": null,
                     *               "expiryDate": null,
                     *               "locationID": 1,
                     *               "costPerUnit": 12.5,
                     *               "ownershipTypeID": 1,
                     *               "currencyID": 147,
                     *               "batchNo": "B-2026-01",
                     *               "legacyPrerepairMaterialItemID": null,
                     *               "caseData": [],
                     *               "testModeID": null,
                     *               "productName": "Pump",
                     *               "status": "WIP",
                     *               "orderNo": "WO-1001",
                     *               "holdReason": null,
                     *               "location": "MAIN",
                     *               "ownershipType": "Internal",
                     *               "currency": "USD"
                     *             },
                     *             "qty": 1,
                     *             "allocations": [
                     *               {
                     *                 "bomSlotID": 3,
                     *                 "candidateID": 5,
                     *                 "qty": 1
                     *               }
                     *             ],
                     *             "at": "2026-01-31T08:00:00.000Z",
                     *             "userID": 1
                     *           }
                     *         },
                     *         {
                     *           "line": 1,
                     *           "status": 404,
                     *           "problem": {
                     *             "type": "/problems/not_found",
                     *             "title": "A record that the request names does not exist",
                     *             "status": 404,
                     *             "detail": "No record has the id, name or serial that the request gives. Nothing changed.",
                     *             "code": "not_found",
                     *             "line": 1,
                     *             "errors": [
                     *               {
                     *                 "pointer": "/lines/1",
                     *                 "detail": "No material item has the serial PUMP-0002."
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RemoveManyResult"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `reason_not_assigned`: The reason is not assigned to this transaction. `inactive`: The record is not active. `decimal_places`: The quantity has too many decimals. `not_built`: Less is built than is to be removed. `quantity_range`: A quantity is out of its range. `external_ref_conflict`: The reference was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    externalRefGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "system": "ERP",
                 *       "id": "GI-4711-1"
                 *     }
                 */
                "application/json": components["schemas"]["ExternalRef"];
            };
        };
        responses: {
            /** @description What was done, and its answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "system": "ERP",
                     *       "id": "GI-4711-1",
                     *       "operation": "buildBuild",
                     *       "at": "2026-01-31T08:00:00.000Z",
                     *       "userID": 1,
                     *       "answer": {
                     *         "id": 412,
                     *         "parent": {
                     *           "id": 17,
                     *           "revNo": 3,
                     *           "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *           "lastEditUserID": 1,
                     *           "productID": 4,
                     *           "statusID": 1,
                     *           "visualSerialNo": "PUMP-0001",
                     *           "scheduleID": 2,
                     *           "startDT": "2026-01-30T06:00:00.000Z",
                     *           "endDT": null,
                     *           "version": "A",
                     *           "nominalQty": 1,
                     *           "actualQty": 1,
                     *           "uniqueID": null,
                     *           "holdReasonID": null,
                     *           "expiryDate": null,
                     *           "locationID": 1,
                     *           "costPerUnit": 12.5,
                     *           "ownershipTypeID": 1,
                     *           "currencyID": 147,
                     *           "batchNo": "B-2026-01",
                     *           "legacyPrerepairMaterialItemID": null,
                     *           "caseData": [],
                     *           "testModeID": null,
                     *           "productName": "Pump",
                     *           "status": "WIP",
                     *           "orderNo": "WO-1001",
                     *           "holdReason": null,
                     *           "location": "MAIN",
                     *           "ownershipType": "Internal",
                     *           "currency": "USD"
                     *         },
                     *         "child": {
                     *           "id": 18,
                     *           "revNo": 3,
                     *           "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *           "lastEditUserID": 1,
                     *           "productID": 4,
                     *           "statusID": 1,
                     *           "visualSerialNo": "SEAL-LOT-1",
                     *           "scheduleID": 2,
                     *           "startDT": "2026-01-30T06:00:00.000Z",
                     *           "endDT": null,
                     *           "version": "A",
                     *           "nominalQty": 1,
                     *           "actualQty": 23,
                     *           "uniqueID": null,
                     *           "holdReasonID": null,
                     *           "expiryDate": null,
                     *           "locationID": 1,
                     *           "costPerUnit": 12.5,
                     *           "ownershipTypeID": 1,
                     *           "currencyID": 147,
                     *           "batchNo": "B-2026-01",
                     *           "legacyPrerepairMaterialItemID": null,
                     *           "caseData": [],
                     *           "testModeID": null,
                     *           "productName": "Pump",
                     *           "status": "WIP",
                     *           "orderNo": "WO-1001",
                     *           "holdReason": null,
                     *           "location": "MAIN",
                     *           "ownershipType": "Internal",
                     *           "currency": "USD"
                     *         },
                     *         "qty": 2,
                     *         "allocations": [
                     *           {
                     *             "bomSlotID": 3,
                     *             "candidateID": 5,
                     *             "qty": 2
                     *           }
                     *         ],
                     *         "at": "2026-01-31T08:00:00.000Z",
                     *         "userID": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ExternalRefRecord"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    genealogyAsBuilt: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "visualSerialNo": "PUMP-0001"
                 *     }
                 */
                "application/json": components["schemas"]["GenealogyRequest"];
            };
        };
        responses: {
            /** @description What is in the item: each followed by what is in it; in one item by slot, then by when it was first built. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 18,
                     *         "parentID": 17,
                     *         "level": 1,
                     *         "visualSerialNo": "SEAL-LOT-1",
                     *         "batchNo": "B-2026-01",
                     *         "productID": 5,
                     *         "productName": "Seal",
                     *         "version": "A",
                     *         "bomSlotID": 3,
                     *         "slot": "Shaft seal",
                     *         "qty": 2,
                     *         "unit": "each",
                     *         "at": "2026-01-31T08:00:00.000Z",
                     *         "userID": 1,
                     *         "user": "Operator of line 3",
                     *         "places": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BuiltItem"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    genealogyWhereUsed: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "visualSerialNo": "PUMP-0001"
                 *     }
                 */
                "application/json": components["schemas"]["GenealogyRequest"];
            };
        };
        responses: {
            /** @description What the item went into: each followed by what it went into in turn. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 17,
                     *         "childID": 18,
                     *         "level": 1,
                     *         "visualSerialNo": "PUMP-0001",
                     *         "batchNo": null,
                     *         "productID": 4,
                     *         "productName": "Pump",
                     *         "version": "A",
                     *         "bomSlotID": 3,
                     *         "slot": "Shaft seal",
                     *         "qty": 2,
                     *         "unit": "each",
                     *         "at": "2026-01-31T08:00:00.000Z",
                     *         "userID": 1,
                     *         "user": "Operator of line 3",
                     *         "places": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ContainingItem"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    genealogyRecall: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "batchNo": "B-2026-01"
                 *     }
                 */
                "application/json": components["schemas"]["RecallRequest"];
            };
        };
        responses: {
            /** @description The items concerned, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 17,
                     *         "level": 1,
                     *         "visualSerialNo": "PUMP-0001",
                     *         "batchNo": null,
                     *         "productID": 4,
                     *         "productName": "Pump",
                     *         "version": "A",
                     *         "statusID": 2,
                     *         "status": "Available",
                     *         "holdReason": null,
                     *         "actualQty": 1,
                     *         "unit": "each",
                     *         "isHeld": false,
                     *         "isDispatched": false,
                     *         "isInStock": true,
                     *         "path": [
                     *           {
                     *             "id": 17,
                     *             "visualSerialNo": "PUMP-0001"
                     *           },
                     *           {
                     *             "id": 18,
                     *             "visualSerialNo": "SEAL-LOT-1"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RecalledItem"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    genealogyCompleteness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "visualSerialNo": "PUMP-0001"
                 *     }
                 */
                "application/json": components["schemas"]["CompletenessRequest"];
            };
        };
        responses: {
            /** @description Each slot, and what is built into it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "visualSerialNo": "PUMP-0001",
                     *       "productName": "Pump",
                     *       "nominalQty": 1,
                     *       "orderNo": "WO-1001",
                     *       "bomVersionID": 3,
                     *       "isComplete": false,
                     *       "slots": [
                     *         {
                     *           "bomSlotID": 3,
                     *           "slot": "Shaft seal",
                     *           "isRequired": true,
                     *           "isActive": true,
                     *           "required": 2,
                     *           "min": 2,
                     *           "max": 2,
                     *           "missing": 1,
                     *           "over": 0,
                     *           "unit": "each",
                     *           "candidates": [
                     *             {
                     *               "candidateID": 5,
                     *               "productID": 5,
                     *               "product": "Seal",
                     *               "version": null,
                     *               "isActive": true,
                     *               "isDefault": true,
                     *               "required": 2,
                     *               "min": 2,
                     *               "max": 2,
                     *               "built": 1,
                     *               "unit": "each"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Completeness"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eventList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "after": 117,
                 *       "types": [
                 *         "asbuilt.material.*"
                 *       ],
                 *       "limit": 100
                 *     }
                 */
                "application/json": components["schemas"]["EventRequest"];
            };
        };
        responses: {
            /** @description The events, in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "specversion": "1.0",
                     *           "id": "118",
                     *           "source": "urn:asbuilt",
                     *           "type": "asbuilt.material.adjusted.v1",
                     *           "subject": "MaterialItem/17",
                     *           "time": "2026-01-31T08:00:00.000Z",
                     *           "datacontenttype": "application/json",
                     *           "data": {
                     *             "entity": "MaterialItem",
                     *             "id": 17,
                     *             "revNo": 3,
                     *             "action": "adjusted",
                     *             "userID": 2,
                     *             "reasonSUID": "COUNT",
                     *             "comment": "Two fewer on the shelf than in the books",
                     *             "deliveryNo": null,
                     *             "occurredAt": null,
                     *             "operationID": "0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c10",
                     *             "requestID": "0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c11",
                     *             "externalRef": null,
                     *             "before": {
                     *               "actualQty": 25,
                     *               "lastEditDT": "2026-01-30T08:00:00.000Z"
                     *             },
                     *             "after": {
                     *               "actualQty": 23,
                     *               "lastEditDT": "2026-01-31T08:00:00.000Z"
                     *             },
                     *             "detail": null
                     *           }
                     *         }
                     *       ],
                     *       "next": 118
                     *     }
                     */
                    "application/json": components["schemas"]["Events"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eventStream: {
        parameters: {
            query?: {
                /** @description Types of events, between commas. */
                types?: string;
            };
            header?: {
                /** @description The id of the last event that was read; 0 is the beginning. Without it, the stream begins with what happens from now on. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CloudEvents in their order, each under its id, until the client leaves. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 117
                     *
                     *     id: 118
                     *     data: {"specversion":"1.0","id":"118","source":"urn:asbuilt","type":"asbuilt.material.adjusted.v1","subject":"MaterialItem/17","time":"2026-01-31T08:00:00.000Z","datacontenttype":"application/json","data":{"entity":"MaterialItem","id":17,"revNo":3,"action":"adjusted","userID":2,"reasonSUID":"COUNT","comment":"Two fewer on the shelf than in the books","deliveryNo":null,"occurredAt":null,"operationID":"0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c10","requestID":"0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c11","externalRef":null,"before":{"actualQty":25,"lastEditDT":"2026-01-30T08:00:00.000Z"},"after":{"actualQty":23,"lastEditDT":"2026-01-31T08:00:00.000Z"},"detail":null}}
                     *
                     *     : still here
                     *     id: 118
                     */
                    "text/event-stream": string;
                };
            };
            /** @description `validation_failed`: The request breaks the contract. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    historyList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entity": "Product",
                 *       "id": 4
                 *     }
                 */
                "application/json": components["schemas"]["HistoryFilter"];
            };
        };
        responses: {
            /** @description The changes, in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "seq": 118,
                     *         "at": "2026-01-31T08:00:00.000Z",
                     *         "entity": "MaterialItem",
                     *         "id": 17,
                     *         "revNo": 3,
                     *         "action": "adjusted",
                     *         "userID": 2,
                     *         "reasonSUID": "COUNT",
                     *         "comment": "Two fewer on the shelf than in the books",
                     *         "deliveryNo": null,
                     *         "occurredAt": null,
                     *         "operationID": "0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c10",
                     *         "requestID": "0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c11",
                     *         "externalRef": null,
                     *         "before": {
                     *           "actualQty": 25,
                     *           "lastEditDT": "2026-01-30T08:00:00.000Z"
                     *         },
                     *         "after": {
                     *           "actualQty": 23,
                     *           "lastEditDT": "2026-01-31T08:00:00.000Z"
                     *         },
                     *         "detail": null,
                     *         "user": "Operator of line 3",
                     *         "keyID": 4
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Change"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemHistory: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "visualSerialNo": "SEAL-LOT-7"
                 *     }
                 */
                "application/json": components["schemas"]["ItemHistoryRequest"];
            };
        };
        responses: {
            /** @description The changes, in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "seq": 118,
                     *         "at": "2026-01-31T08:00:00.000Z",
                     *         "entity": "MaterialItem",
                     *         "id": 17,
                     *         "revNo": 3,
                     *         "action": "adjusted",
                     *         "userID": 2,
                     *         "reasonSUID": "COUNT",
                     *         "comment": "Two fewer on the shelf than in the books",
                     *         "deliveryNo": null,
                     *         "occurredAt": null,
                     *         "operationID": "0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c10",
                     *         "requestID": "0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c11",
                     *         "externalRef": null,
                     *         "before": {
                     *           "actualQty": 25,
                     *           "lastEditDT": "2026-01-30T08:00:00.000Z"
                     *         },
                     *         "after": {
                     *           "actualQty": 23,
                     *           "lastEditDT": "2026-01-31T08:00:00.000Z"
                     *         },
                     *         "detail": null,
                     *         "user": "Operator of line 3",
                     *         "keyID": 4
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Change"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemGetByFilter: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orderNo": "WO-1001"
                 *     }
                 */
                "application/json": components["schemas"]["MaterialItemKey"];
            };
        };
        responses: {
            /** @description The matching items by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 17,
                     *         "revNo": 3,
                     *         "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *         "lastEditUserID": 1,
                     *         "productID": 4,
                     *         "statusID": 1,
                     *         "visualSerialNo": "PUMP-0001",
                     *         "scheduleID": 2,
                     *         "startDT": "2026-01-30T06:00:00.000Z",
                     *         "endDT": null,
                     *         "version": "A",
                     *         "nominalQty": 1,
                     *         "actualQty": 1,
                     *         "uniqueID": null,
                     *         "holdReasonID": null,
                     *         "expiryDate": null,
                     *         "locationID": 1,
                     *         "costPerUnit": 12.5,
                     *         "ownershipTypeID": 1,
                     *         "currencyID": 147,
                     *         "batchNo": "B-2026-01",
                     *         "legacyPrerepairMaterialItemID": null,
                     *         "caseData": [],
                     *         "testModeID": null,
                     *         "productName": "Pump",
                     *         "status": "WIP",
                     *         "orderNo": "WO-1001",
                     *         "holdReason": null,
                     *         "location": "MAIN",
                     *         "ownershipType": "Internal",
                     *         "currency": "USD"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["MaterialItem"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "productName": "Seal"
                 *     }
                 */
                "application/json": components["schemas"]["MaterialItemFilter"];
            };
        };
        responses: {
            /** @description The matching items by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 17,
                     *         "revNo": 3,
                     *         "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *         "lastEditUserID": 1,
                     *         "productID": 4,
                     *         "statusID": 1,
                     *         "visualSerialNo": "PUMP-0001",
                     *         "scheduleID": 2,
                     *         "startDT": "2026-01-30T06:00:00.000Z",
                     *         "endDT": null,
                     *         "version": "A",
                     *         "nominalQty": 1,
                     *         "actualQty": 1,
                     *         "uniqueID": null,
                     *         "holdReasonID": null,
                     *         "expiryDate": null,
                     *         "locationID": 1,
                     *         "costPerUnit": 12.5,
                     *         "ownershipTypeID": 1,
                     *         "currencyID": 147,
                     *         "batchNo": "B-2026-01",
                     *         "legacyPrerepairMaterialItemID": null,
                     *         "caseData": [],
                     *         "testModeID": null,
                     *         "productName": "Pump",
                     *         "status": "WIP",
                     *         "orderNo": "WO-1001",
                     *         "holdReason": null,
                     *         "location": "MAIN",
                     *         "ownershipType": "Internal",
                     *         "currency": "USD"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["MaterialItem"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item, or an empty array. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "revNo": 3,
                     *       "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *       "lastEditUserID": 1,
                     *       "productID": 4,
                     *       "statusID": 1,
                     *       "visualSerialNo": "PUMP-0001",
                     *       "scheduleID": 2,
                     *       "startDT": "2026-01-30T06:00:00.000Z",
                     *       "endDT": null,
                     *       "version": "A",
                     *       "nominalQty": 1,
                     *       "actualQty": 1,
                     *       "uniqueID": null,
                     *       "holdReasonID": null,
                     *       "expiryDate": null,
                     *       "locationID": 1,
                     *       "costPerUnit": 12.5,
                     *       "ownershipTypeID": 1,
                     *       "currencyID": 147,
                     *       "batchNo": "B-2026-01",
                     *       "legacyPrerepairMaterialItemID": null,
                     *       "caseData": [],
                     *       "testModeID": null,
                     *       "productName": "Pump",
                     *       "status": "WIP",
                     *       "orderNo": "WO-1001",
                     *       "holdReason": null,
                     *       "location": "MAIN",
                     *       "ownershipType": "Internal",
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialItem"] | components["schemas"]["MaterialItem"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 17,
                 *       "revNo": 3,
                 *       "lastEditDT": "2026-01-31T08:00:00.000Z",
                 *       "lastEditUserID": 1,
                 *       "productID": 4,
                 *       "statusID": 1,
                 *       "visualSerialNo": "PUMP-0001",
                 *       "scheduleID": 2,
                 *       "startDT": "2026-01-30T06:00:00.000Z",
                 *       "endDT": null,
                 *       "version": "A",
                 *       "nominalQty": 1,
                 *       "actualQty": 1,
                 *       "uniqueID": null,
                 *       "holdReasonID": null,
                 *       "expiryDate": null,
                 *       "locationID": 1,
                 *       "costPerUnit": 12.5,
                 *       "ownershipTypeID": 1,
                 *       "currencyID": 147,
                 *       "batchNo": "B-2026-02",
                 *       "legacyPrerepairMaterialItemID": null,
                 *       "caseData": [
                 *         {
                 *           "id": null,
                 *           "caseDataID": 1,
                 *           "materialItemID": 17,
                 *           "name": "Torque",
                 *           "value": "12.5 Nm"
                 *         }
                 *       ],
                 *       "testModeID": null,
                 *       "productName": "Pump",
                 *       "status": "WIP",
                 *       "orderNo": "WO-1001",
                 *       "holdReason": null,
                 *       "location": "MAIN",
                 *       "ownershipType": "Internal",
                 *       "currency": "USD"
                 *     }
                 */
                "application/json": components["schemas"]["MaterialItemUpdate"];
            };
        };
        responses: {
            /** @description The updated item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "revNo": 4,
                     *       "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *       "lastEditUserID": 1,
                     *       "productID": 4,
                     *       "statusID": 1,
                     *       "visualSerialNo": "PUMP-0001",
                     *       "scheduleID": 2,
                     *       "startDT": "2026-01-30T06:00:00.000Z",
                     *       "endDT": null,
                     *       "version": "A",
                     *       "nominalQty": 1,
                     *       "actualQty": 1,
                     *       "uniqueID": null,
                     *       "holdReasonID": null,
                     *       "expiryDate": null,
                     *       "locationID": 1,
                     *       "costPerUnit": 12.5,
                     *       "ownershipTypeID": 1,
                     *       "currencyID": 147,
                     *       "batchNo": "B-2026-01",
                     *       "legacyPrerepairMaterialItemID": null,
                     *       "caseData": [],
                     *       "testModeID": null,
                     *       "productName": "Pump",
                     *       "status": "WIP",
                     *       "orderNo": "WO-1001",
                     *       "holdReason": null,
                     *       "location": "MAIN",
                     *       "ownershipType": "Internal",
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialItem"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `stale_revision`: The record has changed since it was read. `inactive`: The record is not active. `duplicate`: A record of that name exists. `fixed`: The field can't change any more. `decimal_places`: The quantity has too many decimals. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemReceive: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "productName": "Seal",
                 *       "visualSerialNo": "SEAL-LOT-7",
                 *       "qty": 25,
                 *       "batchNo": "B-2026-01",
                 *       "location": "MAIN"
                 *     }
                 */
                "application/json": components["schemas"]["ReceiveRequest"];
            };
        };
        responses: {
            /** @description The created item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "revNo": 3,
                     *       "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *       "lastEditUserID": 1,
                     *       "productID": 4,
                     *       "statusID": 1,
                     *       "visualSerialNo": "PUMP-0001",
                     *       "scheduleID": 2,
                     *       "startDT": "2026-01-30T06:00:00.000Z",
                     *       "endDT": null,
                     *       "version": "A",
                     *       "nominalQty": 1,
                     *       "actualQty": 1,
                     *       "uniqueID": null,
                     *       "holdReasonID": null,
                     *       "expiryDate": null,
                     *       "locationID": 1,
                     *       "costPerUnit": 12.5,
                     *       "ownershipTypeID": 1,
                     *       "currencyID": 147,
                     *       "batchNo": "B-2026-01",
                     *       "legacyPrerepairMaterialItemID": null,
                     *       "caseData": [],
                     *       "testModeID": null,
                     *       "productName": "Pump",
                     *       "status": "WIP",
                     *       "orderNo": "WO-1001",
                     *       "holdReason": null,
                     *       "location": "MAIN",
                     *       "ownershipType": "Internal",
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialItem"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `inactive`: The record is not active. `duplicate`: A record of that name exists. `decimal_places`: The quantity has too many decimals. `receipt_profile`: The product's receipt profile forbids it. `external_ref_conflict`: The reference was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemItemAdjust: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "materialitemid": 17,
                 *       "adjustqty": -2,
                 *       "reasonSUID": "COUNT",
                 *       "comments": "Two fewer on the shelf than in the books"
                 *     }
                 */
                "application/json": components["schemas"]["ItemAdjustRequest"];
            };
        };
        responses: {
            /** @description The adjusted item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "revNo": 3,
                     *       "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *       "lastEditUserID": 1,
                     *       "productID": 4,
                     *       "statusID": 1,
                     *       "visualSerialNo": "PUMP-0001",
                     *       "scheduleID": 2,
                     *       "startDT": "2026-01-30T06:00:00.000Z",
                     *       "endDT": null,
                     *       "version": "A",
                     *       "nominalQty": 1,
                     *       "actualQty": 1,
                     *       "uniqueID": null,
                     *       "holdReasonID": null,
                     *       "expiryDate": null,
                     *       "locationID": 1,
                     *       "costPerUnit": 12.5,
                     *       "ownershipTypeID": 1,
                     *       "currencyID": 147,
                     *       "batchNo": "B-2026-01",
                     *       "legacyPrerepairMaterialItemID": null,
                     *       "caseData": [],
                     *       "testModeID": null,
                     *       "productName": "Pump",
                     *       "status": "WIP",
                     *       "orderNo": "WO-1001",
                     *       "holdReason": null,
                     *       "location": "MAIN",
                     *       "ownershipType": "Internal",
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialItem"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `reason_not_assigned`: The reason is not assigned to this transaction. `inactive`: The record is not active. `decimal_places`: The quantity has too many decimals. `negative_quantity`: The quantity would fall below 0. `quantity_range`: A quantity is out of its range. `external_ref_conflict`: The reference was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "visualSerialNo": "SEAL-LOT-7",
                 *       "holdReason": "Quality"
                 *     }
                 */
                "application/json": components["schemas"]["HoldRequest"];
            };
        };
        responses: {
            /** @description The held item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "revNo": 4,
                     *       "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *       "lastEditUserID": 1,
                     *       "productID": 4,
                     *       "statusID": 1,
                     *       "visualSerialNo": "SEAL-LOT-7",
                     *       "scheduleID": 2,
                     *       "startDT": "2026-01-30T06:00:00.000Z",
                     *       "endDT": null,
                     *       "version": "A",
                     *       "nominalQty": 1,
                     *       "actualQty": 1,
                     *       "uniqueID": null,
                     *       "holdReasonID": 1,
                     *       "expiryDate": null,
                     *       "locationID": 1,
                     *       "costPerUnit": 12.5,
                     *       "ownershipTypeID": 1,
                     *       "currencyID": 147,
                     *       "batchNo": "B-2026-01",
                     *       "legacyPrerepairMaterialItemID": null,
                     *       "caseData": [],
                     *       "testModeID": null,
                     *       "productName": "Pump",
                     *       "status": "WIP",
                     *       "orderNo": "WO-1001",
                     *       "holdReason": "Quality",
                     *       "location": "MAIN",
                     *       "ownershipType": "Internal",
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialItem"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `inactive`: The record is not active. `item_status`: The item's status forbids it. `item_on_hold`: The item is on hold. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "visualSerialNo": "SEAL-LOT-7",
                 *       "comment": "Inspected: sound"
                 *     }
                 */
                "application/json": components["schemas"]["ReleaseRequest"];
            };
        };
        responses: {
            /** @description The released item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "revNo": 4,
                     *       "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *       "lastEditUserID": 1,
                     *       "productID": 4,
                     *       "statusID": 1,
                     *       "visualSerialNo": "SEAL-LOT-7",
                     *       "scheduleID": 2,
                     *       "startDT": "2026-01-30T06:00:00.000Z",
                     *       "endDT": null,
                     *       "version": "A",
                     *       "nominalQty": 1,
                     *       "actualQty": 1,
                     *       "uniqueID": null,
                     *       "holdReasonID": null,
                     *       "expiryDate": null,
                     *       "locationID": 1,
                     *       "costPerUnit": 12.5,
                     *       "ownershipTypeID": 1,
                     *       "currencyID": 147,
                     *       "batchNo": "B-2026-01",
                     *       "legacyPrerepairMaterialItemID": null,
                     *       "caseData": [],
                     *       "testModeID": null,
                     *       "productName": "Pump",
                     *       "status": "WIP",
                     *       "orderNo": "WO-1001",
                     *       "holdReason": null,
                     *       "location": "MAIN",
                     *       "ownershipType": "Internal",
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialItem"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `item_status`: The item's status forbids it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemScrap: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "visualSerialNo": "SEAL-LOT-7",
                 *       "reasonSUID": "SCRAP"
                 *     }
                 */
                "application/json": components["schemas"]["ScrapRequest"];
            };
        };
        responses: {
            /** @description The scrapped item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "revNo": 4,
                     *       "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *       "lastEditUserID": 1,
                     *       "productID": 4,
                     *       "statusID": 4,
                     *       "visualSerialNo": "SEAL-LOT-7",
                     *       "scheduleID": 2,
                     *       "startDT": "2026-01-30T06:00:00.000Z",
                     *       "endDT": null,
                     *       "version": "A",
                     *       "nominalQty": 1,
                     *       "actualQty": 0,
                     *       "uniqueID": null,
                     *       "holdReasonID": null,
                     *       "expiryDate": null,
                     *       "locationID": 1,
                     *       "costPerUnit": 12.5,
                     *       "ownershipTypeID": 1,
                     *       "currencyID": 147,
                     *       "batchNo": "B-2026-01",
                     *       "legacyPrerepairMaterialItemID": null,
                     *       "caseData": [],
                     *       "testModeID": null,
                     *       "productName": "Pump",
                     *       "status": "Scrapped",
                     *       "orderNo": "WO-1001",
                     *       "holdReason": null,
                     *       "location": "MAIN",
                     *       "ownershipType": "Internal",
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialItem"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `reason_not_assigned`: The reason is not assigned to this transaction. `inactive`: The record is not active. `item_status`: The item's status forbids it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemMove: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "visualSerialNo": "SEAL-LOT-7",
                 *       "location": "LINE-2"
                 *     }
                 */
                "application/json": components["schemas"]["MoveRequest"];
            };
        };
        responses: {
            /** @description The moved item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "revNo": 4,
                     *       "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *       "lastEditUserID": 1,
                     *       "productID": 4,
                     *       "statusID": 1,
                     *       "visualSerialNo": "SEAL-LOT-7",
                     *       "scheduleID": 2,
                     *       "startDT": "2026-01-30T06:00:00.000Z",
                     *       "endDT": null,
                     *       "version": "A",
                     *       "nominalQty": 1,
                     *       "actualQty": 1,
                     *       "uniqueID": null,
                     *       "holdReasonID": null,
                     *       "expiryDate": null,
                     *       "locationID": 2,
                     *       "costPerUnit": 12.5,
                     *       "ownershipTypeID": 1,
                     *       "currencyID": 147,
                     *       "batchNo": "B-2026-01",
                     *       "legacyPrerepairMaterialItemID": null,
                     *       "caseData": [],
                     *       "testModeID": null,
                     *       "productName": "Pump",
                     *       "status": "WIP",
                     *       "orderNo": "WO-1001",
                     *       "holdReason": null,
                     *       "location": "LINE-2",
                     *       "ownershipType": "Internal",
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialItem"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `inactive`: The record is not active. `item_status`: The item's status forbids it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    materialItemDispatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 17
                 *     }
                 */
                "application/json": components["schemas"]["DispatchRequest"];
            };
        };
        responses: {
            /** @description The dispatched item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "revNo": 4,
                     *       "lastEditDT": "2026-01-31T08:00:00.000Z",
                     *       "lastEditUserID": 1,
                     *       "productID": 4,
                     *       "statusID": 5,
                     *       "visualSerialNo": "SEAL-LOT-7",
                     *       "scheduleID": 2,
                     *       "startDT": "2026-01-30T06:00:00.000Z",
                     *       "endDT": null,
                     *       "version": "A",
                     *       "nominalQty": 1,
                     *       "actualQty": 1,
                     *       "uniqueID": null,
                     *       "holdReasonID": null,
                     *       "expiryDate": null,
                     *       "locationID": 1,
                     *       "costPerUnit": 12.5,
                     *       "ownershipTypeID": 1,
                     *       "currencyID": 147,
                     *       "batchNo": "B-2026-01",
                     *       "legacyPrerepairMaterialItemID": null,
                     *       "caseData": [],
                     *       "testModeID": null,
                     *       "productName": "Pump",
                     *       "status": "Dispatched",
                     *       "orderNo": "WO-1001",
                     *       "holdReason": null,
                     *       "location": "MAIN",
                     *       "ownershipType": "Internal",
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["MaterialItem"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `item_status`: The item's status forbids it. `item_on_hold`: The item is on hold. `item_expired`: The item has expired. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    productList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "Name": "Pump"
                 *     }
                 */
                "application/json": components["schemas"]["ProductFilter"];
            };
        };
        responses: {
            /** @description The products that match, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "ID": 4,
                     *         "ProductTypeID": 1,
                     *         "ProductType": "General",
                     *         "SUID": "PUMP",
                     *         "Name": "Pump",
                     *         "Description": "Centrifugal pump, 2 kW",
                     *         "Version": "A",
                     *         "DefaultOwnershipID": 1,
                     *         "DefaultOwnership": "Internal",
                     *         "DefaultCostPerUnit": 12.5,
                     *         "DefaultCurrencyID": 147,
                     *         "DefaultCurrency": "USD",
                     *         "BaseUnitID": 1,
                     *         "BaseUnit": "each",
                     *         "ReceiptProfileID": 1,
                     *         "ReceiptProfile": "Standard",
                     *         "ReceiptRecipeID": null,
                     *         "ReceiptRecipe": null,
                     *         "SerialRangeID": null,
                     *         "SerialRange": null,
                     *         "DefaultBatchSize": 1,
                     *         "MinScheduleBatchSize": null,
                     *         "ScheduleBatchIncrement": null,
                     *         "MaxScheduleBatchSize": null,
                     *         "PeggingExpiryDays": null,
                     *         "ShelfLifeDays": 365,
                     *         "InventoryDecimalPlaces": 0,
                     *         "LocationID": 1,
                     *         "Location": "Main",
                     *         "IsActive": true,
                     *         "IsPlanningConstraint": false,
                     *         "Properties": [
                     *           {
                     *             "Name": "Colour",
                     *             "Value": "Blue"
                     *           }
                     *         ],
                     *         "SourceProductID": null,
                     *         "SourceProductName": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Product"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    productUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ProductType": "General",
                 *       "SUID": "PUMP",
                 *       "Name": "Pump",
                 *       "Description": "Centrifugal pump, 2 kW",
                 *       "Version": "A",
                 *       "DefaultOwnership": "Internal",
                 *       "DefaultCostPerUnit": 12.5,
                 *       "DefaultCurrency": "USD",
                 *       "BaseUnit": "each",
                 *       "ReceiptProfile": "Standard",
                 *       "DefaultBatchSize": 1,
                 *       "ShelfLifeDays": 365,
                 *       "InventoryDecimalPlaces": 0,
                 *       "Location": "Main",
                 *       "IsActive": true,
                 *       "IsPlanningConstraint": false,
                 *       "Properties": [
                 *         {
                 *           "Name": "Colour",
                 *           "Value": "Blue"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ProductUpdate"] | components["schemas"]["ProductCreation"];
            };
        };
        responses: {
            /** @description The created or updated product. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ID": 4,
                     *       "ProductTypeID": 1,
                     *       "ProductType": "General",
                     *       "SUID": "PUMP",
                     *       "Name": "Pump",
                     *       "Description": "Centrifugal pump, 2 kW",
                     *       "Version": "A",
                     *       "DefaultOwnershipID": 1,
                     *       "DefaultOwnership": "Internal",
                     *       "DefaultCostPerUnit": 12.5,
                     *       "DefaultCurrencyID": 147,
                     *       "DefaultCurrency": "USD",
                     *       "BaseUnitID": 1,
                     *       "BaseUnit": "each",
                     *       "ReceiptProfileID": 1,
                     *       "ReceiptProfile": "Standard",
                     *       "ReceiptRecipeID": null,
                     *       "ReceiptRecipe": null,
                     *       "SerialRangeID": null,
                     *       "SerialRange": null,
                     *       "DefaultBatchSize": 1,
                     *       "MinScheduleBatchSize": null,
                     *       "ScheduleBatchIncrement": null,
                     *       "MaxScheduleBatchSize": null,
                     *       "PeggingExpiryDays": null,
                     *       "ShelfLifeDays": 365,
                     *       "InventoryDecimalPlaces": 0,
                     *       "LocationID": 1,
                     *       "Location": "Main",
                     *       "IsActive": true,
                     *       "IsPlanningConstraint": false,
                     *       "Properties": [
                     *         {
                     *           "Name": "Colour",
                     *           "Value": "Blue"
                     *         }
                     *       ],
                     *       "SourceProductID": null,
                     *       "SourceProductName": null
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `ambiguous_name`: The name fits several records. `inactive`: The record is not active. `duplicate`: A record of that name exists. `fixed`: The field can't change any more. `unit_mismatch`: The units don't convert. `decimal_places`: The quantity has too many decimals. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    productDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ID": 4
                 *     }
                 */
                "application/json": components["schemas"]["ProductDeletion"];
            };
        };
        responses: {
            /** @description The removed product. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ID": 4,
                     *       "ProductTypeID": 1,
                     *       "ProductType": "General",
                     *       "SUID": "PUMP",
                     *       "Name": "Pump",
                     *       "Description": "Centrifugal pump, 2 kW",
                     *       "Version": "A",
                     *       "DefaultOwnershipID": 1,
                     *       "DefaultOwnership": "Internal",
                     *       "DefaultCostPerUnit": 12.5,
                     *       "DefaultCurrencyID": 147,
                     *       "DefaultCurrency": "USD",
                     *       "BaseUnitID": 1,
                     *       "BaseUnit": "each",
                     *       "ReceiptProfileID": 1,
                     *       "ReceiptProfile": "Standard",
                     *       "ReceiptRecipeID": null,
                     *       "ReceiptRecipe": null,
                     *       "SerialRangeID": null,
                     *       "SerialRange": null,
                     *       "DefaultBatchSize": 1,
                     *       "MinScheduleBatchSize": null,
                     *       "ScheduleBatchIncrement": null,
                     *       "MaxScheduleBatchSize": null,
                     *       "PeggingExpiryDays": null,
                     *       "ShelfLifeDays": 365,
                     *       "InventoryDecimalPlaces": 0,
                     *       "LocationID": 1,
                     *       "Location": "Main",
                     *       "IsActive": true,
                     *       "IsPlanningConstraint": false,
                     *       "Properties": [
                     *         {
                     *           "Name": "Colour",
                     *           "Value": "Blue"
                     *         }
                     *       ],
                     *       "SourceProductID": null,
                     *       "SourceProductName": null
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    productCopy: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "suid": "PUMP-XL",
                 *       "name": "Pump XL",
                 *       "srcProductName": "Pump"
                 *     }
                 */
                "application/json": components["schemas"]["ProductCopy"];
            };
        };
        responses: {
            /** @description The created product. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ID": 9,
                     *       "ProductTypeID": 1,
                     *       "ProductType": "General",
                     *       "SUID": "PUMP-XL",
                     *       "Name": "Pump XL",
                     *       "Description": "Centrifugal pump, 2 kW",
                     *       "Version": "A",
                     *       "DefaultOwnershipID": 1,
                     *       "DefaultOwnership": "Internal",
                     *       "DefaultCostPerUnit": 12.5,
                     *       "DefaultCurrencyID": 147,
                     *       "DefaultCurrency": "USD",
                     *       "BaseUnitID": 1,
                     *       "BaseUnit": "each",
                     *       "ReceiptProfileID": 1,
                     *       "ReceiptProfile": "Standard",
                     *       "ReceiptRecipeID": null,
                     *       "ReceiptRecipe": null,
                     *       "SerialRangeID": null,
                     *       "SerialRange": null,
                     *       "DefaultBatchSize": 1,
                     *       "MinScheduleBatchSize": null,
                     *       "ScheduleBatchIncrement": null,
                     *       "MaxScheduleBatchSize": null,
                     *       "PeggingExpiryDays": null,
                     *       "ShelfLifeDays": 365,
                     *       "InventoryDecimalPlaces": 0,
                     *       "LocationID": 1,
                     *       "Location": "Main",
                     *       "IsActive": true,
                     *       "IsPlanningConstraint": false,
                     *       "Properties": [
                     *         {
                     *           "Name": "Colour",
                     *           "Value": "Blue"
                     *         }
                     *       ],
                     *       "SourceProductID": 4,
                     *       "SourceProductName": "Pump"
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    webhookList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookFilter"];
            };
        };
        responses: {
            /** @description The webhooks that match, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "url": "https://erp.example/asbuilt",
                     *         "description": "Bookings of stock",
                     *         "types": [
                     *           "asbuilt.material.*"
                     *         ],
                     *         "isActive": true,
                     *         "createdAt": "2026-01-31T08:00:00.000Z",
                     *         "pending": 0,
                     *         "dead": 1,
                     *         "error": "The receiver answered 500."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    webhookUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://erp.example/asbuilt",
                 *       "types": [
                 *         "asbuilt.material.*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookUpdate"] | components["schemas"]["WebhookCreation"];
            };
        };
        responses: {
            /** @description The created or updated webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://erp.example/asbuilt",
                     *       "description": "Bookings of stock",
                     *       "types": [
                     *         "asbuilt.material.*"
                     *       ],
                     *       "isActive": true,
                     *       "createdAt": "2026-01-31T08:00:00.000Z",
                     *       "pending": 0,
                     *       "dead": 1,
                     *       "error": "The receiver answered 500.",
                     *       "secret": "whsec_Zm9yIGV4YW1wbGUgb25seTogMzIgcmFuZG9tIGJ5dGU="
                     *     }
                     */
                    "application/json": components["schemas"]["WrittenWebhook"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    webhookDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["WebhookKey"];
            };
        };
        responses: {
            /** @description The deleted webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://erp.example/asbuilt",
                     *       "description": "Bookings of stock",
                     *       "types": [
                     *         "asbuilt.material.*"
                     *       ],
                     *       "isActive": true,
                     *       "createdAt": "2026-01-31T08:00:00.000Z",
                     *       "pending": 0,
                     *       "dead": 1,
                     *       "error": "The receiver answered 500."
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    webhookTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["WebhookKey"];
            };
        };
        responses: {
            /** @description What the call came to. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isDelivered": false,
                     *       "status": 301,
                     *       "error": "The receiver answered 301: redirects are not followed."
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTrial"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    webhookDeadLetters: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["WebhookKey"];
            };
        };
        responses: {
            /** @description The events, in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "seq": 118,
                     *         "subject": "MaterialItem/17",
                     *         "attempts": 14,
                     *         "firstAt": "2026-01-31T08:00:00.000Z",
                     *         "lastAt": "2026-02-01T08:00:00.000Z",
                     *         "error": "The receiver answered 500."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DeadLetter"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    webhookReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description The webhook as it was before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://erp.example/asbuilt",
                     *       "description": "Bookings of stock",
                     *       "types": [
                     *         "asbuilt.material.*"
                     *       ],
                     *       "isActive": true,
                     *       "createdAt": "2026-01-31T08:00:00.000Z",
                     *       "pending": 0,
                     *       "dead": 1,
                     *       "error": "The receiver answered 500."
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    worksOrderList: {
        parameters: {
            query?: {
                limit?: number;
                /** @description As the `Link` header of the page before gives it. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "Started"
                 *     }
                 */
                "application/json": components["schemas"]["WorksOrderFilter"];
            };
        };
        responses: {
            /** @description The works orders that match, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 2,
                     *         "orderNo": "WO-1001",
                     *         "productName": "Pump",
                     *         "bom": "Pump",
                     *         "version": "1.0",
                     *         "qty": 2,
                     *         "description": null,
                     *         "productID": 4,
                     *         "bomID": 2,
                     *         "bomVersionID": 3,
                     *         "status": "Started",
                     *         "startDT": "2026-01-30T06:00:00.000Z",
                     *         "endDT": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WorksOrder"][];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    worksOrderUpsert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orderNo": "WO-1001",
                 *       "productName": "Pump",
                 *       "bom": "Pump",
                 *       "version": "1.0",
                 *       "qty": 2
                 *     }
                 */
                "application/json": components["schemas"]["WorksOrderUpdate"] | components["schemas"]["WorksOrderCreation"];
            };
        };
        responses: {
            /** @description The created or updated works order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "orderNo": "WO-1001",
                     *       "productName": "Pump",
                     *       "bom": "Pump",
                     *       "version": "1.0",
                     *       "qty": 2,
                     *       "description": null,
                     *       "productID": 4,
                     *       "bomID": 2,
                     *       "bomVersionID": 3,
                     *       "status": "Created",
                     *       "startDT": null,
                     *       "endDT": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorksOrder"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `order_status`: The works order's status forbids it. `inactive`: The record is not active. `duplicate`: A record of that name exists. `decimal_places`: The quantity has too many decimals. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    worksOrderDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 2
                 *     }
                 */
                "application/json": components["schemas"]["WorksOrderDeletion"];
            };
        };
        responses: {
            /** @description The removed works order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "orderNo": "WO-1001",
                     *       "productName": "Pump",
                     *       "bom": "Pump",
                     *       "version": "1.0",
                     *       "qty": 2,
                     *       "description": null,
                     *       "productID": 4,
                     *       "bomID": 2,
                     *       "bomVersionID": 3,
                     *       "status": "Created",
                     *       "startDT": null,
                     *       "endDT": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorksOrder"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `order_status`: The works order's status forbids it. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    worksOrderStart: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orderNo": "WO-1001",
                 *       "items": [
                 *         {
                 *           "visualSerialNo": "PUMP-0001",
                 *           "qty": 1
                 *         },
                 *         {
                 *           "visualSerialNo": "PUMP-0002",
                 *           "qty": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WorksOrderStart"];
            };
        };
        responses: {
            /** @description The started works order, with its items. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "orderNo": "WO-1001",
                     *       "productName": "Pump",
                     *       "bom": "Pump",
                     *       "version": "1.0",
                     *       "qty": 2,
                     *       "description": null,
                     *       "productID": 4,
                     *       "bomID": 2,
                     *       "bomVersionID": 3,
                     *       "status": "Started",
                     *       "startDT": "2026-01-30T06:00:00.000Z",
                     *       "endDT": null,
                     *       "items": [
                     *         {
                     *           "id": 17,
                     *           "visualSerialNo": "PUMP-0001",
                     *           "qty": 1
                     *         },
                     *         {
                     *           "id": 18,
                     *           "visualSerialNo": "PUMP-0002",
                     *           "qty": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StartedWorksOrder"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `order_status`: The works order's status forbids it. `bom_status`: The BoM version's status forbids it. `inactive`: The record is not active. `quantity_range`: A quantity is out of its range. `decimal_places`: The quantity has too many decimals. `serial_range`: The serial range forbids it. `duplicate`: A record of that name exists. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    worksOrderComplete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orderNo": "WO-1001"
                 *     }
                 */
                "application/json": components["schemas"]["WorksOrderCompletion"];
            };
        };
        responses: {
            /** @description The completed works order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "orderNo": "WO-1001",
                     *       "productName": "Pump",
                     *       "bom": "Pump",
                     *       "version": "1.0",
                     *       "qty": 2,
                     *       "description": null,
                     *       "productID": 4,
                     *       "bomID": 2,
                     *       "bomVersionID": 3,
                     *       "status": "Completed",
                     *       "startDT": "2026-01-30T06:00:00.000Z",
                     *       "endDT": "2026-01-31T14:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WorksOrder"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `order_status`: The works order's status forbids it. `incomplete`: A required slot is under its minimum. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    worksOrderCancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this write, of at most 255 characters. The same request with the same key within 7 days takes effect once, and is answered alike with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orderNo": "WO-1001",
                 *       "comment": "Customer withdrew"
                 *     }
                 */
                "application/json": components["schemas"]["WorksOrderCancellation"];
            };
        };
        responses: {
            /** @description The cancelled works order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "orderNo": "WO-1001",
                     *       "productName": "Pump",
                     *       "bom": "Pump",
                     *       "version": "1.0",
                     *       "qty": 2,
                     *       "description": null,
                     *       "productID": 4,
                     *       "bomID": 2,
                     *       "bomVersionID": 3,
                     *       "status": "Cancelled",
                     *       "startDT": null,
                     *       "endDT": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorksOrder"];
                };
            };
            /** @description `validation_failed`: The request breaks the contract. `malformed_body`: The body can't be read. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `order_status`: The works order's status forbids it. `in_use`: The record is in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `unavailable`: The database can't be used for this at the moment. `outcome_unknown`: It is not known whether the request took effect. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
