// Generated from the contract's openapi.json by `pnpm generate`. Do not edit.
export interface paths {
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
        Problem: {
            /** @example /problems/not_found */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @example not_found */
            code: string;
            requestId: string;
            /** @description The fields at fault, as JSON pointers into the body. */
            errors?: {
                /** @example /builtQty */
                pointer: string;
                detail: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        BuildRequest: {
            parentSerialNo: string;
            childSerialNo: string;
            /** @description In the child's base unit. */
            builtQty: number;
            receiveAtPointOfConsumption: boolean;
            itemDetails?: components["schemas"]["ItemDetails"];
            /** @description Picks one of several slots. */
            bomSlotID?: number;
            /** Format: date-time */
            occurredAt?: string;
        };
        ItemDetails: {
            productName: string;
            /** Format: date-time */
            expiryDate?: string;
            batchNo?: string;
            version?: string;
            costPerUnit?: number;
            currency?: string;
        };
        ReceiveRequest: {
            productName: string;
            visualSerialNo: string;
            /** Format: date-time */
            expiryDate?: string;
            version?: string;
            /** @description The SUID of a location. */
            location?: string;
            batchNo?: string;
            costPerUnit?: number;
            qty: number;
            ownershipType?: string;
            comment?: string;
            deliveryNo?: string;
            /** Format: date-time */
            occurredAt?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
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
                 *       "childSerialNo": "SEAL-LOT-7",
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
                     *         "location": "Main",
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
                     *         "visualSerialNo": "SEAL-LOT-7",
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
                     *         "location": "Main",
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `order_status`: The works order's status forbids it. `item_status`: The item's status forbids it. `item_on_hold`: The item is on hold. `details_contradict`: The item details contradict the item. `cycle`: An item can't be part of itself. `item_expired`: The item has expired. `decimal_places`: The quantity has too many decimals. `not_in_bom`: The BoM does not take the child. `over_maximum`: The quantity passes the slot's maximum. `serial_range`: The serial range forbids it. `insufficient_quantity`: There is not enough in stock. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `outcome_unknown`: It is not known whether the request took effect. `unavailable`: The database takes no writes at the moment. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
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
                     *       "location": "Main",
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
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
                     *       "location": "Main",
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No valid key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key's role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: A record that the request names does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used for another body. `duplicate`: A record of that name exists. `decimal_places`: The quantity has too many decimals. `receipt_profile`: The product's receipt profile forbids it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: A defect of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service has too much to do. `outcome_unknown`: It is not known whether the request took effect. `unavailable`: The database takes no writes at the moment. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
