// Generated from the contract's openapi.json by `pnpm generate`. Do not edit.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FieldOf } from "./field.ts";

/** The fields of each operation's request. */
export const requestFields = {
 "productTypeList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "productTypeUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  }
 ],
 "productTypeDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "ownershipTypeList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "ownershipTypeUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  }
 ],
 "ownershipTypeDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "currencyList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "currencyUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 50,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  }
 ],
 "currencyDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "unitOfMeasureList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 30
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 30
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "unitOfMeasureUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 30,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 30,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  },
  {
   "name": "code",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 20,
   "hint": 4
  },
  {
   "name": "dimension",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50,
   "hint": 5
  },
  {
   "name": "factor",
   "kind": "decimal",
   "isNullable": true,
   "hint": 6
  }
 ],
 "unitOfMeasureDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "locationList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 200
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 200
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "locationUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 200,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  }
 ],
 "locationDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "receiptProfileList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 100
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 100
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "receiptProfileUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 100,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 100,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  },
  {
   "name": "fields",
   "kind": "group",
   "isNullable": true,
   "fields": [
    {
     "name": "productName",
     "kind": "choice",
     "options": [
      "optional",
      "compulsory"
     ]
    },
    {
     "name": "visualSerialNo",
     "kind": "choice",
     "options": [
      "optional",
      "compulsory"
     ]
    },
    {
     "name": "qty",
     "kind": "choice",
     "options": [
      "optional",
      "compulsory"
     ]
    },
    {
     "name": "expiryDate",
     "kind": "choice",
     "options": [
      "hidden",
      "optional",
      "compulsory"
     ]
    },
    {
     "name": "version",
     "kind": "choice",
     "options": [
      "hidden",
      "optional",
      "compulsory"
     ]
    },
    {
     "name": "location",
     "kind": "choice",
     "options": [
      "hidden",
      "optional",
      "compulsory"
     ]
    },
    {
     "name": "batchNo",
     "kind": "choice",
     "options": [
      "hidden",
      "optional",
      "compulsory"
     ]
    },
    {
     "name": "costPerUnit",
     "kind": "choice",
     "options": [
      "hidden",
      "optional",
      "compulsory"
     ]
    },
    {
     "name": "ownershipType",
     "kind": "choice",
     "options": [
      "hidden",
      "optional",
      "compulsory"
     ]
    },
    {
     "name": "comment",
     "kind": "choice",
     "options": [
      "hidden",
      "optional",
      "compulsory"
     ]
    },
    {
     "name": "deliveryNo",
     "kind": "choice",
     "options": [
      "hidden",
      "optional",
      "compulsory"
     ]
    },
    {
     "name": "occurredAt",
     "kind": "choice",
     "options": [
      "hidden",
      "optional",
      "compulsory"
     ]
    }
   ]
  }
 ],
 "receiptProfileDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "receiptRecipeList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 200
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 200
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "receiptRecipeUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 200,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  }
 ],
 "receiptRecipeDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "serialRangeList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 500
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 500
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "serialRangeUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 500,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 500,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  },
  {
   "name": "prefix",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 80,
   "hint": 7
  },
  {
   "name": "nextNumber",
   "kind": "integer",
   "isNullable": true,
   "hint": 8
  },
  {
   "name": "endNumber",
   "kind": "integer",
   "isNullable": true,
   "hint": 9
  },
  {
   "name": "padding",
   "kind": "integer",
   "isNullable": true,
   "hint": 10
  }
 ],
 "serialRangeDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "propertyDefinitionList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "propertyDefinitionUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 50,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  }
 ],
 "propertyDefinitionDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "buildSlotTypeList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "buildSlotTypeUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 50,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  }
 ],
 "buildSlotTypeDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "materialReasonList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "materialReasonUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  },
  {
   "name": "transactions",
   "kind": "list",
   "isNullable": true,
   "hint": 11,
   "options": [
    "adjust",
    "remove"
   ]
  },
  {
   "name": "disposition",
   "kind": "choice",
   "isNullable": true,
   "options": [
    "return",
    "hold",
    "scrap"
   ],
   "hint": 12
  }
 ],
 "materialReasonDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "labelTemplateList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "labelTemplateUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  },
  {
   "name": "kind",
   "kind": "choice",
   "isNullable": true,
   "options": [
    "item",
    "location",
    "user",
    "worksOrder",
    "command"
   ],
   "hint": 13
  },
  {
   "name": "widthMm",
   "kind": "decimal",
   "isNullable": true,
   "hint": 14
  },
  {
   "name": "heightMm",
   "kind": "decimal",
   "isNullable": true,
   "hint": 15
  },
  {
   "name": "dpi",
   "kind": "integer",
   "isNullable": true,
   "hint": 16
  },
  {
   "name": "symbology",
   "kind": "choice",
   "isNullable": true,
   "options": [
    "dataMatrix",
    "gs1DataMatrix",
    "qr",
    "code128"
   ],
   "hint": 17
  },
  {
   "name": "code",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 500,
   "hint": 18
  },
  {
   "name": "lines",
   "kind": "list",
   "isNullable": true,
   "hint": 19,
   "fields": [
    {
     "name": "text",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 200,
     "hint": 20
    },
    {
     "name": "sizeMm",
     "kind": "decimal",
     "isRequired": true,
     "hint": 21
    },
    {
     "name": "isBold",
     "kind": "flag",
     "isRequired": true,
     "hint": 22
    }
   ]
  },
  {
   "name": "zpl",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 8000,
   "hint": 23
  }
 ],
 "labelTemplateDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "roleList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "roleUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  },
  {
   "name": "operations",
   "kind": "list",
   "isNullable": true
  }
 ],
 "roleDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "signatureMeaningList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "signatureMeaningUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  }
 ],
 "signatureMeaningDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "signatureRuleList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "signatureRuleUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "operation",
   "kind": "choice",
   "options": [
    "complete",
    "release",
    "void",
    "bomRelease",
    "allowIncomplete"
   ],
   "hint": 24
  },
  {
   "name": "meaning",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  },
  {
   "name": "productType",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "buildSlotType",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 25
  },
  {
   "name": "roles",
   "kind": "list",
   "isNullable": true,
   "hint": 26
  },
  {
   "name": "count",
   "kind": "integer",
   "isNullable": true,
   "hint": 27
  },
  {
   "name": "byAnother",
   "kind": "flag",
   "isNullable": true,
   "hint": 28
  }
 ],
 "signatureRuleDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "plantList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "plantUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  },
  {
   "name": "address",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 29
  },
  {
   "name": "sealKeys",
   "kind": "list",
   "isNullable": true,
   "hint": 30
  },
  {
   "name": "documentRequired",
   "kind": "flag",
   "isNullable": true,
   "hint": 31
  }
 ],
 "plantDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "workCentreList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "workCentreUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  }
 ],
 "workCentreDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "materialStatusList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "materialStatusUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  },
  {
   "name": "consumable",
   "kind": "flag",
   "isNullable": true,
   "hint": 32
  },
  {
   "name": "buildable",
   "kind": "flag",
   "isNullable": true,
   "hint": 33
  }
 ],
 "materialStatusDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "holdReasonList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "holdReasonUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  }
 ],
 "holdReasonDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "caseDataDefinitionList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "caseDataDefinitionUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 50,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  }
 ],
 "caseDataDefinitionDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "userList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "userUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "suid",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  },
  {
   "name": "roles",
   "kind": "list",
   "isNullable": true,
   "hint": 34
  },
  {
   "name": "badge",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 35
  },
  {
   "name": "pinSetAt",
   "kind": "text"
  }
 ],
 "userDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "apiKeyList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "user",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "userID",
   "kind": "integer"
  },
  {
   "name": "role",
   "kind": "text"
  }
 ],
 "apiKeyCreate": [
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250,
   "hint": 36
  },
  {
   "name": "user",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "userID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "role",
   "kind": "text",
   "isRequired": true,
   "hint": 37
  },
  {
   "name": "expiresAt",
   "kind": "time",
   "isNullable": true,
   "hint": 38
  },
  {
   "name": "addresses",
   "kind": "list",
   "isNullable": true,
   "hint": 39
  },
  {
   "name": "externalSystems",
   "kind": "list",
   "isNullable": true
  },
  {
   "name": "operations",
   "kind": "list",
   "isNullable": true
  }
 ],
 "apiKeyRevoke": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  }
 ],
 "attachmentList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "entity",
   "kind": "choice",
   "options": [
    "MaterialItem",
    "BomSlot",
    "Product",
    "WorksOrder"
   ]
  },
  {
   "name": "entityID",
   "kind": "integer"
  },
  {
   "name": "sha256",
   "kind": "text",
   "lengthMax": 64
  },
  {
   "name": "includeRemoved",
   "kind": "flag"
  }
 ],
 "attachmentGet": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  }
 ],
 "attachmentRemove": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  }
 ],
 "auditAnchor": [],
 "auditListSeals": [],
 "auditVerify": [
  {
   "name": "limit",
   "kind": "integer"
  },
  {
   "name": "anchor",
   "kind": "group",
   "isNullable": true,
   "fields": [
    {
     "name": "id",
     "kind": "integer",
     "isRequired": true
    },
    {
     "name": "hash",
     "kind": "text",
     "isRequired": true
    }
   ]
  }
 ],
 "auditTakeOver": [
  {
   "name": "comment",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 2000,
   "hint": 41
  }
 ],
 "batchHoldList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "batchNo",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "holdReason",
   "kind": "text",
   "lengthMax": 250
  }
 ],
 "batchHoldUpsert": [
  {
   "name": "productName",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "batchNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50,
   "hint": 42
  },
  {
   "name": "holdReason",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 43
  }
 ],
 "batchHoldDelete": [
  {
   "name": "productName",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "batchNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50,
   "hint": 42
  },
  {
   "name": "holdReason",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  }
 ],
 "bomList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 100
  },
  {
   "name": "nameLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "parentProductName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "parentProductNameLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "isActive",
   "kind": "flag"
  },
  {
   "name": "status",
   "kind": "choice",
   "options": [
    "Draft",
    "Released",
    "Obsolete"
   ]
  },
  {
   "name": "order",
   "kind": "choice",
   "options": [
    "oldest",
    "newest",
    "lastChanged",
    "bomName",
    "bomNameDescending"
   ]
  }
 ],
 "bomUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 100
  },
  {
   "name": "parentProductName",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "parentProductID",
   "kind": "integer"
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 3
  },
  {
   "name": "versions",
   "kind": "list",
   "isNullable": true,
   "fields": [
    {
     "name": "id",
     "kind": "integer"
    },
    {
     "name": "revNo",
     "kind": "integer"
    },
    {
     "name": "version",
     "kind": "text"
    },
    {
     "name": "status",
     "kind": "choice",
     "isNullable": true,
     "options": [
      "Draft",
      "Released",
      "Obsolete"
     ],
     "hint": 44
    }
   ]
  }
 ],
 "bomDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "bomCopyVersion": [
  {
   "name": "parentProductName",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "bom",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 100
  },
  {
   "name": "from",
   "kind": "text",
   "isRequired": true,
   "hint": 45
  },
  {
   "name": "to",
   "kind": "text",
   "isRequired": true,
   "hint": 46
  },
  {
   "name": "status",
   "kind": "choice",
   "isNullable": true,
   "options": [
    "Draft",
    "Released",
    "Obsolete"
   ],
   "hint": 44
  }
 ],
 "bomCompare": [
  {
   "name": "parentProductName",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "bom",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 100
  },
  {
   "name": "from",
   "kind": "text"
  },
  {
   "name": "to",
   "kind": "text",
   "isRequired": true
  }
 ],
 "workCentreGroupList": [
  {
   "name": "ID",
   "kind": "integer"
  },
  {
   "name": "SUID",
   "kind": "text",
   "lengthMax": 500
  },
  {
   "name": "Name",
   "kind": "text",
   "lengthMax": 200
  },
  {
   "name": "isControlled",
   "kind": "integer"
  },
  {
   "name": "WorkCentres",
   "kind": "list"
  }
 ],
 "workCentreGroupUpsert": [
  {
   "name": "ID",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "SUID",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 500,
   "hint": 0
  },
  {
   "name": "Name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "isControlled",
   "kind": "integer",
   "isNullable": true,
   "hint": 47
  },
  {
   "name": "WorkCentres",
   "kind": "list",
   "isNullable": true,
   "hint": 48
  },
  {
   "name": "workCentreIDs",
   "kind": "list",
   "isNullable": true
  }
 ],
 "workCentreGroupDelete": [
  {
   "name": "ID",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "bomSlotList": [
  {
   "name": "Id",
   "kind": "integer"
  },
  {
   "name": "Product",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "Bom",
   "kind": "text",
   "lengthMax": 100
  },
  {
   "name": "Version",
   "kind": "text"
  },
  {
   "name": "slotType",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "isActive",
   "kind": "flag"
  },
  {
   "name": "isRequired",
   "kind": "flag"
  }
 ],
 "bomSlotUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "ParentProductName",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 4000
  },
  {
   "name": "bom",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 100
  },
  {
   "name": "version",
   "kind": "text",
   "isRequired": true
  },
  {
   "name": "description",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 200,
   "hint": 2
  },
  {
   "name": "buildSlotType",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50,
   "hint": 49
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isRequired": true,
   "hint": 3
  },
  {
   "name": "isRequired",
   "kind": "flag",
   "isRequired": true,
   "hint": 50
  },
  {
   "name": "edhrBomRequired",
   "kind": "decimal",
   "isRequired": true,
   "hint": 51
  },
  {
   "name": "edhrBuildRequired",
   "kind": "decimal",
   "isRequired": true,
   "hint": 52
  },
  {
   "name": "instruction",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 53
  },
  {
   "name": "candidates",
   "kind": "list",
   "isNullable": true,
   "hint": 54,
   "fields": [
    {
     "name": "id",
     "kind": "integer"
    },
    {
     "name": "revNo",
     "kind": "integer"
    },
    {
     "name": "product",
     "kind": "text",
     "lengthMax": 4000
    },
    {
     "name": "isActive",
     "kind": "flag",
     "hint": 3
    },
    {
     "name": "qty",
     "kind": "decimal"
    },
    {
     "name": "minQty",
     "kind": "decimal"
    },
    {
     "name": "isDefault",
     "kind": "flag",
     "hint": 55
    },
    {
     "name": "version",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 50,
     "hint": 56
    },
    {
     "name": "maxQty",
     "kind": "decimal",
     "isNullable": true
    },
    {
     "name": "useUom",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 4000
    },
    {
     "name": "bomSlotID",
     "kind": "integer",
     "isNullable": true
    },
    {
     "name": "productID",
     "kind": "integer"
    },
    {
     "name": "useUomID",
     "kind": "integer",
     "isNullable": true
    }
   ]
  },
  {
   "name": "Properties",
   "kind": "list",
   "isNullable": true,
   "hint": 57,
   "fields": [
    {
     "name": "property",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    },
    {
     "name": "slotID",
     "kind": "integer",
     "isNullable": true
    },
    {
     "name": "value",
     "kind": "text",
     "lengthMax": 500,
     "hint": 58
    },
    {
     "name": "propertyID",
     "kind": "integer"
    }
   ]
  },
  {
   "name": "parentProductID",
   "kind": "integer"
  },
  {
   "name": "bomID",
   "kind": "integer"
  },
  {
   "name": "bomVersionID",
   "kind": "integer"
  },
  {
   "name": "buildSlotTypeID",
   "kind": "integer"
  }
 ],
 "bomSlotDelete": [
  {
   "name": "ID",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "bomSlotListCandidates": [
  {
   "name": "bomSlotID",
   "kind": "integer"
  }
 ],
 "bomSlotUpsertCandidates": [
  {
   "name": "bomSlotID",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "candidates",
   "kind": "list",
   "isRequired": true,
   "hint": 54,
   "fields": [
    {
     "name": "id",
     "kind": "integer"
    },
    {
     "name": "revNo",
     "kind": "integer"
    },
    {
     "name": "product",
     "kind": "text",
     "lengthMax": 4000
    },
    {
     "name": "isActive",
     "kind": "flag",
     "hint": 3
    },
    {
     "name": "qty",
     "kind": "decimal"
    },
    {
     "name": "minQty",
     "kind": "decimal"
    },
    {
     "name": "isDefault",
     "kind": "flag",
     "hint": 55
    },
    {
     "name": "version",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 50,
     "hint": 56
    },
    {
     "name": "maxQty",
     "kind": "decimal",
     "isNullable": true
    },
    {
     "name": "useUom",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 4000
    },
    {
     "name": "bomSlotID",
     "kind": "integer",
     "isNullable": true
    },
    {
     "name": "productID",
     "kind": "integer"
    },
    {
     "name": "useUomID",
     "kind": "integer",
     "isNullable": true
    }
   ]
  }
 ],
 "bomSlotDeleteCandidate": [
  {
   "name": "ID",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "bomSlotListProperties": [
  {
   "name": "bomSlotID",
   "kind": "integer"
  }
 ],
 "bomSlotUpsertProperties": [
  {
   "name": "bomSlotID",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "properties",
   "kind": "list",
   "isRequired": true,
   "hint": 59,
   "fields": [
    {
     "name": "property",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    },
    {
     "name": "slotID",
     "kind": "integer",
     "isNullable": true
    },
    {
     "name": "value",
     "kind": "text",
     "lengthMax": 500,
     "hint": 58
    },
    {
     "name": "propertyID",
     "kind": "integer"
    }
   ]
  }
 ],
 "bomSlotClearProperty": [
  {
   "name": "BomSlotId",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "property",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50
  }
 ],
 "buildBuild": [
  {
   "name": "parentSerialNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250,
   "hint": 60
  },
  {
   "name": "childSerialNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250,
   "hint": 61
  },
  {
   "name": "builtQty",
   "kind": "decimal",
   "isRequired": true,
   "hint": 62
  },
  {
   "name": "unit",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50,
   "hint": 63
  },
  {
   "name": "receiveAtPointOfConsumption",
   "kind": "flag",
   "isRequired": true
  },
  {
   "name": "itemDetails",
   "kind": "group",
   "isNullable": true,
   "hint": 64,
   "fields": [
    {
     "name": "productName",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250
    },
    {
     "name": "expiryDate",
     "kind": "time",
     "isNullable": true,
     "hint": 65
    },
    {
     "name": "batchNo",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 50,
     "hint": 66
    },
    {
     "name": "version",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 200,
     "hint": 67
    },
    {
     "name": "costPerUnit",
     "kind": "decimal",
     "isNullable": true,
     "hint": 68
    },
    {
     "name": "currency",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 50
    }
   ]
  },
  {
   "name": "bomSlotID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "externalRef",
   "kind": "group",
   "isNullable": true,
   "hint": 70,
   "fields": [
    {
     "name": "system",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    },
    {
     "name": "id",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250,
     "hint": 71
    }
   ]
  }
 ],
 "buildRemove": [
  {
   "name": "parentSerialNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250,
   "hint": 60
  },
  {
   "name": "childSerialNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250,
   "hint": 61
  },
  {
   "name": "removeQty",
   "kind": "decimal",
   "isRequired": true,
   "hint": 72
  },
  {
   "name": "unit",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50,
   "hint": 63
  },
  {
   "name": "comments",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "reasonSUID",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50
  },
  {
   "name": "bomSlotID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "externalRef",
   "kind": "group",
   "isNullable": true,
   "hint": 70,
   "fields": [
    {
     "name": "system",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    },
    {
     "name": "id",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250,
     "hint": 71
    }
   ]
  }
 ],
 "buildBuildMany": [
  {
   "name": "lines",
   "kind": "list",
   "isRequired": true,
   "hint": 73,
   "fields": [
    {
     "name": "parentSerialNo",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250,
     "hint": 60
    },
    {
     "name": "childSerialNo",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250,
     "hint": 61
    },
    {
     "name": "builtQty",
     "kind": "decimal",
     "isRequired": true,
     "hint": 62
    },
    {
     "name": "unit",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 50,
     "hint": 63
    },
    {
     "name": "receiveAtPointOfConsumption",
     "kind": "flag",
     "isRequired": true
    },
    {
     "name": "itemDetails",
     "kind": "group",
     "isNullable": true,
     "hint": 64,
     "fields": [
      {
       "name": "productName",
       "kind": "text",
       "isRequired": true,
       "lengthMax": 250
      },
      {
       "name": "expiryDate",
       "kind": "time",
       "isNullable": true,
       "hint": 65
      },
      {
       "name": "batchNo",
       "kind": "text",
       "isNullable": true,
       "lengthMax": 50,
       "hint": 66
      },
      {
       "name": "version",
       "kind": "text",
       "isNullable": true,
       "lengthMax": 200,
       "hint": 67
      },
      {
       "name": "costPerUnit",
       "kind": "decimal",
       "isNullable": true,
       "hint": 68
      },
      {
       "name": "currency",
       "kind": "text",
       "isNullable": true,
       "lengthMax": 50
      }
     ]
    },
    {
     "name": "bomSlotID",
     "kind": "integer",
     "isNullable": true
    },
    {
     "name": "occurredAt",
     "kind": "time",
     "isNullable": true,
     "hint": 69
    },
    {
     "name": "externalRef",
     "kind": "group",
     "isNullable": true,
     "hint": 70,
     "fields": [
      {
       "name": "system",
       "kind": "text",
       "isRequired": true,
       "lengthMax": 50
      },
      {
       "name": "id",
       "kind": "text",
       "isRequired": true,
       "lengthMax": 250,
       "hint": 71
      }
     ]
    }
   ]
  },
  {
   "name": "atomic",
   "kind": "flag",
   "hint": 74
  }
 ],
 "buildRemoveMany": [
  {
   "name": "lines",
   "kind": "list",
   "isRequired": true,
   "hint": 73,
   "fields": [
    {
     "name": "parentSerialNo",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250,
     "hint": 60
    },
    {
     "name": "childSerialNo",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250,
     "hint": 61
    },
    {
     "name": "removeQty",
     "kind": "decimal",
     "isRequired": true,
     "hint": 72
    },
    {
     "name": "unit",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 50,
     "hint": 63
    },
    {
     "name": "comments",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 2000,
     "hint": 40
    },
    {
     "name": "reasonSUID",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    },
    {
     "name": "bomSlotID",
     "kind": "integer",
     "isNullable": true
    },
    {
     "name": "occurredAt",
     "kind": "time",
     "isNullable": true,
     "hint": 69
    },
    {
     "name": "externalRef",
     "kind": "group",
     "isNullable": true,
     "hint": 70,
     "fields": [
      {
       "name": "system",
       "kind": "text",
       "isRequired": true,
       "lengthMax": 50
      },
      {
       "name": "id",
       "kind": "text",
       "isRequired": true,
       "lengthMax": 250,
       "hint": 71
      }
     ]
    }
   ]
  },
  {
   "name": "atomic",
   "kind": "flag",
   "hint": 74
  }
 ],
 "deviceHistoryRecordGet": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "at",
   "kind": "time"
  },
  {
   "name": "knownAt",
   "kind": "time"
  }
 ],
 "epcisQuery": [
  {
   "name": "from",
   "kind": "time"
  },
  {
   "name": "to",
   "kind": "time"
  },
  {
   "name": "eventType",
   "kind": "choice",
   "options": [
    "ObjectEvent",
    "AssociationEvent",
    "TransformationEvent"
   ]
  },
  {
   "name": "action",
   "kind": "choice",
   "options": [
    "ADD",
    "OBSERVE",
    "DELETE"
   ]
  },
  {
   "name": "bizStep",
   "kind": "choice",
   "options": [
    "assembling",
    "commissioning",
    "creating_class_instance",
    "cycle_counting",
    "destroying",
    "holding",
    "installing",
    "receiving",
    "removing",
    "repackaging",
    "shipping",
    "storing"
   ]
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  }
 ],
 "externalRefGet": [
  {
   "name": "system",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50
  },
  {
   "name": "id",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  }
 ],
 "genealogyAsBuilt": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "depth",
   "kind": "integer"
  },
  {
   "name": "at",
   "kind": "time"
  },
  {
   "name": "knownAt",
   "kind": "time"
  },
  {
   "name": "paths",
   "kind": "flag"
  }
 ],
 "genealogyWhereUsed": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "depth",
   "kind": "integer"
  },
  {
   "name": "at",
   "kind": "time"
  },
  {
   "name": "knownAt",
   "kind": "time"
  },
  {
   "name": "paths",
   "kind": "flag"
  }
 ],
 "genealogyRecall": [
  {
   "name": "batchNo",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "version",
   "kind": "text",
   "lengthMax": 200
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "deliveryNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "from",
   "kind": "time"
  },
  {
   "name": "to",
   "kind": "time"
  },
  {
   "name": "includeRemoved",
   "kind": "flag"
  }
 ],
 "genealogyRecallSummary": [
  {
   "name": "batchNo",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "version",
   "kind": "text",
   "lengthMax": 200
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "deliveryNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "from",
   "kind": "time"
  },
  {
   "name": "to",
   "kind": "time"
  },
  {
   "name": "includeRemoved",
   "kind": "flag"
  }
 ],
 "genealogyCompleteness": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "at",
   "kind": "time"
  },
  {
   "name": "knownAt",
   "kind": "time"
  }
 ],
 "eventList": [
  {
   "name": "after",
   "kind": "integer"
  },
  {
   "name": "types",
   "kind": "list"
  },
  {
   "name": "limit",
   "kind": "integer"
  }
 ],
 "historyList": [
  {
   "name": "entity",
   "kind": "choice",
   "options": [
    "ApiKey",
    "Attachment",
    "BatchHold",
    "Bom",
    "BomSlot",
    "BomVersion",
    "BuildSlotType",
    "CaseData",
    "CaseDataDefinition",
    "Currency",
    "HoldReason",
    "LabelTemplate",
    "Location",
    "MaterialItem",
    "MaterialReason",
    "MaterialStatus",
    "OwnershipType",
    "Plant",
    "Product",
    "ProductType",
    "PropertyDefinition",
    "ReceiptProfile",
    "ReceiptRecipe",
    "Role",
    "SerialRange",
    "Session",
    "Signature",
    "SignatureMeaning",
    "SignatureRule",
    "SlotCandidate",
    "UnitOfMeasure",
    "User",
    "Webhook",
    "WorkCentre",
    "WorkCentreGroup",
    "WorksOrder"
   ]
  },
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "user",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "userID",
   "kind": "integer"
  },
  {
   "name": "from",
   "kind": "time"
  },
  {
   "name": "to",
   "kind": "time"
  },
  {
   "name": "action",
   "kind": "text",
   "lengthMax": 100
  },
  {
   "name": "requestID",
   "kind": "text",
   "lengthMax": 64
  },
  {
   "name": "order",
   "kind": "choice",
   "options": [
    "oldest",
    "newest"
   ]
  }
 ],
 "materialItemHistory": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "order",
   "kind": "choice",
   "options": [
    "oldest",
    "newest"
   ]
  }
 ],
 "materialItemGetByFilter": [
  {
   "name": "ID",
   "kind": "integer"
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  }
 ],
 "materialItemList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "visualSerialNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "productType",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "batchNo",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "batchNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "deliveryNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "origin",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "destination",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "status",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "statusID",
   "kind": "integer"
  },
  {
   "name": "location",
   "kind": "text",
   "lengthMax": 200
  },
  {
   "name": "isHeld",
   "kind": "flag"
  },
  {
   "name": "holdReason",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isInStock",
   "kind": "flag"
  },
  {
   "name": "expiresFrom",
   "kind": "time"
  },
  {
   "name": "expiresBefore",
   "kind": "time"
  },
  {
   "name": "changedSince",
   "kind": "time"
  },
  {
   "name": "order",
   "kind": "choice",
   "options": [
    "newest",
    "oldest",
    "lastChanged",
    "visualSerialNo",
    "expiry",
    "visualSerialNoDescending",
    "expiryDescending",
    "batchNo",
    "batchNoDescending"
   ]
  }
 ],
 "materialItemSearch": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "visualSerialNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "productType",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "batchNo",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "batchNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "deliveryNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "origin",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "destination",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "status",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "statusID",
   "kind": "integer"
  },
  {
   "name": "location",
   "kind": "text",
   "lengthMax": 200
  },
  {
   "name": "isHeld",
   "kind": "flag"
  },
  {
   "name": "holdReason",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isInStock",
   "kind": "flag"
  },
  {
   "name": "expiresFrom",
   "kind": "time"
  },
  {
   "name": "expiresBefore",
   "kind": "time"
  },
  {
   "name": "changedSince",
   "kind": "time"
  },
  {
   "name": "order",
   "kind": "choice",
   "options": [
    "newest",
    "oldest",
    "lastChanged",
    "visualSerialNo",
    "expiry",
    "visualSerialNoDescending",
    "expiryDescending",
    "batchNo",
    "batchNoDescending"
   ]
  }
 ],
 "materialItemCount": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "visualSerialNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "productType",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "batchNo",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "batchNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "deliveryNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "origin",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "destination",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "status",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "statusID",
   "kind": "integer"
  },
  {
   "name": "location",
   "kind": "text",
   "lengthMax": 200
  },
  {
   "name": "isHeld",
   "kind": "flag"
  },
  {
   "name": "holdReason",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isInStock",
   "kind": "flag"
  },
  {
   "name": "expiresFrom",
   "kind": "time"
  },
  {
   "name": "expiresBefore",
   "kind": "time"
  },
  {
   "name": "changedSince",
   "kind": "time"
  },
  {
   "name": "by",
   "kind": "choice",
   "options": [
    "product",
    "status",
    "location",
    "order"
   ]
  }
 ],
 "materialItemUpdate": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "lastEditDT",
   "kind": "time",
   "isRequired": true
  },
  {
   "name": "lastEditUserID",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "productID",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "statusID",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 4000,
   "hint": 75
  },
  {
   "name": "scheduleID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "startDT",
   "kind": "time",
   "isNullable": true,
   "hint": 76
  },
  {
   "name": "endDT",
   "kind": "time",
   "isNullable": true,
   "hint": 77
  },
  {
   "name": "version",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 4000,
   "hint": 67
  },
  {
   "name": "nominalQty",
   "kind": "decimal",
   "isRequired": true,
   "hint": 78
  },
  {
   "name": "actualQty",
   "kind": "decimal",
   "isRequired": true,
   "hint": 79
  },
  {
   "name": "uniqueID",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 100,
   "hint": 80
  },
  {
   "name": "holdReasonID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "expiryDate",
   "kind": "time",
   "isNullable": true,
   "hint": 65
  },
  {
   "name": "locationID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "costPerUnit",
   "kind": "decimal",
   "isNullable": true,
   "hint": 68
  },
  {
   "name": "ownershipTypeID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "currencyID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "batchNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50,
   "hint": 66
  },
  {
   "name": "deliveryNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 81
  },
  {
   "name": "origin",
   "kind": "text"
  },
  {
   "name": "destination",
   "kind": "text"
  },
  {
   "name": "legacyPrerepairMaterialItemID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "caseData",
   "kind": "list",
   "isRequired": true,
   "hint": 82,
   "fields": [
    {
     "name": "id",
     "kind": "integer",
     "isNullable": true
    },
    {
     "name": "caseDataID",
     "kind": "integer",
     "isRequired": true
    },
    {
     "name": "materialItemID",
     "kind": "integer",
     "isRequired": true
    },
    {
     "name": "name",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    },
    {
     "name": "value",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 2000,
     "hint": 58
    }
   ]
  },
  {
   "name": "testModeID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "status",
   "kind": "text",
   "lengthMax": 250,
   "hint": 44
  },
  {
   "name": "orderNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 83
  },
  {
   "name": "holdReason",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "holds",
   "kind": "text"
  },
  {
   "name": "location",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200
  },
  {
   "name": "ownershipType",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "currency",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50
  }
 ],
 "materialItemReceive": [
  {
   "name": "productName",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 75
  },
  {
   "name": "makeSerial",
   "kind": "flag",
   "isNullable": true,
   "hint": 84
  },
  {
   "name": "expiryDate",
   "kind": "time",
   "isNullable": true,
   "hint": 65
  },
  {
   "name": "version",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 100,
   "hint": 67
  },
  {
   "name": "location",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200
  },
  {
   "name": "batchNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50,
   "hint": 66
  },
  {
   "name": "costPerUnit",
   "kind": "decimal",
   "isNullable": true,
   "hint": 68
  },
  {
   "name": "qty",
   "kind": "decimal",
   "isRequired": true,
   "hint": 85
  },
  {
   "name": "unit",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50,
   "hint": 63
  },
  {
   "name": "ownershipType",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "deliveryNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 81
  },
  {
   "name": "origin",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 86
  },
  {
   "name": "document",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 1048576,
   "hint": 87
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "externalRef",
   "kind": "group",
   "isNullable": true,
   "hint": 70,
   "fields": [
    {
     "name": "system",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    },
    {
     "name": "id",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250,
     "hint": 71
    }
   ]
  }
 ],
 "materialItemItemAdjust": [
  {
   "name": "materialitemid",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "adjustqty",
   "kind": "decimal",
   "isRequired": true,
   "hint": 88
  },
  {
   "name": "reasonSUID",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50
  },
  {
   "name": "comments",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "externalRef",
   "kind": "group",
   "isNullable": true,
   "hint": 70,
   "fields": [
    {
     "name": "system",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    },
    {
     "name": "id",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250,
     "hint": 71
    }
   ]
  }
 ],
 "materialItemHold": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "qty",
   "kind": "decimal",
   "isNullable": true,
   "hint": 89
  },
  {
   "name": "newVisualSerialNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 90
  },
  {
   "name": "holdReason",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  }
 ],
 "materialItemRelease": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "holdReason",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  }
 ],
 "materialItemScrap": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "qty",
   "kind": "decimal",
   "isNullable": true,
   "hint": 89
  },
  {
   "name": "newVisualSerialNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 90
  },
  {
   "name": "reasonSUID",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50
  }
 ],
 "materialItemMove": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "qty",
   "kind": "decimal",
   "isNullable": true,
   "hint": 89
  },
  {
   "name": "newVisualSerialNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 90
  },
  {
   "name": "location",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 200
  }
 ],
 "materialItemRelabel": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "comment",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 2000,
   "hint": 91
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "newVisualSerialNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250,
   "hint": 92
  }
 ],
 "materialItemDispatch": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "allowIncomplete",
   "kind": "flag",
   "isNullable": true,
   "hint": 93
  },
  {
   "name": "allowHeld",
   "kind": "flag",
   "isNullable": true,
   "hint": 94
  },
  {
   "name": "qty",
   "kind": "decimal",
   "isNullable": true,
   "hint": 89
  },
  {
   "name": "newVisualSerialNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 90
  },
  {
   "name": "destination",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250,
   "hint": 95
  }
 ],
 "materialItemComplete": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "allowIncomplete",
   "kind": "flag",
   "isNullable": true,
   "hint": 93
  },
  {
   "name": "allowHeld",
   "kind": "flag",
   "isNullable": true,
   "hint": 94
  }
 ],
 "materialItemReopen": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "comment",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 2000,
   "hint": 96
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  }
 ],
 "materialItemReturn": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "comment",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 2000,
   "hint": 97
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  },
  {
   "name": "location",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200
  },
  {
   "name": "holdReason",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  }
 ],
 "materialItemVoid": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "comment",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 2000,
   "hint": 98
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  }
 ],
 "materialItemSplit": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "parts",
   "kind": "list",
   "isRequired": true,
   "hint": 99,
   "fields": [
    {
     "name": "qty",
     "kind": "decimal",
     "isRequired": true,
     "hint": 85
    },
    {
     "name": "visualSerialNo",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250,
     "hint": 100
    },
    {
     "name": "location",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 200,
     "hint": 101
    },
    {
     "name": "holdReason",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 250,
     "hint": 102
    }
   ]
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  }
 ],
 "materialItemMerge": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "from",
   "kind": "list",
   "isRequired": true,
   "hint": 103,
   "fields": [
    {
     "name": "id",
     "kind": "integer"
    },
    {
     "name": "visualSerialNo",
     "kind": "text",
     "lengthMax": 400,
     "hint": 75
    }
   ]
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true,
   "hint": 69
  }
 ],
 "materialItemReceiveMany": [
  {
   "name": "lines",
   "kind": "list",
   "isRequired": true,
   "hint": 73,
   "fields": [
    {
     "name": "productName",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    },
    {
     "name": "visualSerialNo",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 250,
     "hint": 75
    },
    {
     "name": "makeSerial",
     "kind": "flag",
     "isNullable": true,
     "hint": 84
    },
    {
     "name": "expiryDate",
     "kind": "time",
     "isNullable": true,
     "hint": 65
    },
    {
     "name": "version",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 100,
     "hint": 67
    },
    {
     "name": "location",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 200
    },
    {
     "name": "batchNo",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 50,
     "hint": 66
    },
    {
     "name": "costPerUnit",
     "kind": "decimal",
     "isNullable": true,
     "hint": 68
    },
    {
     "name": "qty",
     "kind": "decimal",
     "isRequired": true,
     "hint": 85
    },
    {
     "name": "unit",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 50,
     "hint": 63
    },
    {
     "name": "ownershipType",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 250
    },
    {
     "name": "comment",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 2000,
     "hint": 40
    },
    {
     "name": "deliveryNo",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 250,
     "hint": 81
    },
    {
     "name": "origin",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 250,
     "hint": 86
    },
    {
     "name": "document",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 1048576,
     "hint": 87
    },
    {
     "name": "occurredAt",
     "kind": "time",
     "isNullable": true,
     "hint": 69
    },
    {
     "name": "externalRef",
     "kind": "group",
     "isNullable": true,
     "hint": 70,
     "fields": [
      {
       "name": "system",
       "kind": "text",
       "isRequired": true,
       "lengthMax": 50
      },
      {
       "name": "id",
       "kind": "text",
       "isRequired": true,
       "lengthMax": 250,
       "hint": 71
      }
     ]
    }
   ]
  },
  {
   "name": "atomic",
   "kind": "flag",
   "hint": 74
  }
 ],
 "materialItemItemAdjustMany": [
  {
   "name": "lines",
   "kind": "list",
   "isRequired": true,
   "hint": 73,
   "fields": [
    {
     "name": "materialitemid",
     "kind": "integer",
     "isRequired": true
    },
    {
     "name": "adjustqty",
     "kind": "decimal",
     "isRequired": true,
     "hint": 88
    },
    {
     "name": "reasonSUID",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    },
    {
     "name": "comments",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 2000,
     "hint": 40
    },
    {
     "name": "occurredAt",
     "kind": "time",
     "isNullable": true,
     "hint": 69
    },
    {
     "name": "externalRef",
     "kind": "group",
     "isNullable": true,
     "hint": 70,
     "fields": [
      {
       "name": "system",
       "kind": "text",
       "isRequired": true,
       "lengthMax": 50
      },
      {
       "name": "id",
       "kind": "text",
       "isRequired": true,
       "lengthMax": 250,
       "hint": 71
      }
     ]
    }
   ]
  },
  {
   "name": "atomic",
   "kind": "flag",
   "hint": 74
  }
 ],
 "materialItemHoldMany": [
  {
   "name": "lines",
   "kind": "list",
   "isRequired": true,
   "hint": 73,
   "fields": [
    {
     "name": "id",
     "kind": "integer"
    },
    {
     "name": "visualSerialNo",
     "kind": "text",
     "lengthMax": 400,
     "hint": 75
    },
    {
     "name": "comment",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 2000,
     "hint": 40
    },
    {
     "name": "occurredAt",
     "kind": "time",
     "isNullable": true,
     "hint": 69
    },
    {
     "name": "qty",
     "kind": "decimal",
     "isNullable": true,
     "hint": 89
    },
    {
     "name": "newVisualSerialNo",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 250,
     "hint": 90
    },
    {
     "name": "holdReason",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250
    }
   ]
  },
  {
   "name": "atomic",
   "kind": "flag",
   "hint": 74
  }
 ],
 "materialItemReleaseMany": [
  {
   "name": "lines",
   "kind": "list",
   "isRequired": true,
   "hint": 73,
   "fields": [
    {
     "name": "id",
     "kind": "integer"
    },
    {
     "name": "visualSerialNo",
     "kind": "text",
     "lengthMax": 400,
     "hint": 75
    },
    {
     "name": "comment",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 2000,
     "hint": 40
    },
    {
     "name": "occurredAt",
     "kind": "time",
     "isNullable": true,
     "hint": 69
    },
    {
     "name": "holdReason",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 250
    }
   ]
  },
  {
   "name": "atomic",
   "kind": "flag",
   "hint": 74
  }
 ],
 "materialItemMoveMany": [
  {
   "name": "lines",
   "kind": "list",
   "isRequired": true,
   "hint": 73,
   "fields": [
    {
     "name": "id",
     "kind": "integer"
    },
    {
     "name": "visualSerialNo",
     "kind": "text",
     "lengthMax": 400,
     "hint": 75
    },
    {
     "name": "comment",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 2000,
     "hint": 40
    },
    {
     "name": "occurredAt",
     "kind": "time",
     "isNullable": true,
     "hint": 69
    },
    {
     "name": "qty",
     "kind": "decimal",
     "isNullable": true,
     "hint": 89
    },
    {
     "name": "newVisualSerialNo",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 250,
     "hint": 90
    },
    {
     "name": "location",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 200
    }
   ]
  },
  {
   "name": "atomic",
   "kind": "flag",
   "hint": 74
  }
 ],
 "materialItemScrapMany": [
  {
   "name": "lines",
   "kind": "list",
   "isRequired": true,
   "hint": 73,
   "fields": [
    {
     "name": "id",
     "kind": "integer"
    },
    {
     "name": "visualSerialNo",
     "kind": "text",
     "lengthMax": 400,
     "hint": 75
    },
    {
     "name": "comment",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 2000,
     "hint": 40
    },
    {
     "name": "occurredAt",
     "kind": "time",
     "isNullable": true,
     "hint": 69
    },
    {
     "name": "qty",
     "kind": "decimal",
     "isNullable": true,
     "hint": 89
    },
    {
     "name": "newVisualSerialNo",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 250,
     "hint": 90
    },
    {
     "name": "reasonSUID",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    }
   ]
  },
  {
   "name": "atomic",
   "kind": "flag",
   "hint": 74
  }
 ],
 "materialItemDispatchMany": [
  {
   "name": "lines",
   "kind": "list",
   "isRequired": true,
   "hint": 73,
   "fields": [
    {
     "name": "id",
     "kind": "integer"
    },
    {
     "name": "visualSerialNo",
     "kind": "text",
     "lengthMax": 400,
     "hint": 75
    },
    {
     "name": "comment",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 2000,
     "hint": 40
    },
    {
     "name": "occurredAt",
     "kind": "time",
     "isNullable": true,
     "hint": 69
    },
    {
     "name": "allowIncomplete",
     "kind": "flag",
     "isNullable": true,
     "hint": 93
    },
    {
     "name": "allowHeld",
     "kind": "flag",
     "isNullable": true,
     "hint": 94
    },
    {
     "name": "qty",
     "kind": "decimal",
     "isNullable": true,
     "hint": 89
    },
    {
     "name": "newVisualSerialNo",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 250,
     "hint": 90
    },
    {
     "name": "destination",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 250,
     "hint": 95
    }
   ]
  },
  {
   "name": "atomic",
   "kind": "flag",
   "hint": 74
  }
 ],
 "userSetPin": [
  {
   "name": "pin",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 12,
   "hint": 104
  },
  {
   "name": "currentPin",
   "kind": "text",
   "lengthMax": 12,
   "hint": 105
  },
  {
   "name": "badge",
   "kind": "text",
   "lengthMax": 250,
   "hint": 106
  }
 ],
 "userResetPin": [
  {
   "name": "userID",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "pin",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 12,
   "hint": 104
  }
 ],
 "userClearPin": [
  {
   "name": "userID",
   "kind": "integer",
   "isRequired": true
  }
 ],
 "productList": [
  {
   "name": "ID",
   "kind": "integer"
  },
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "Name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "NameLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "SUID",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "ProductType",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "Tracking",
   "kind": "choice",
   "options": [
    "Lot",
    "Serial"
   ]
  },
  {
   "name": "IsActive",
   "kind": "flag"
  },
  {
   "name": "order",
   "kind": "choice",
   "options": [
    "productName",
    "newest",
    "oldest",
    "lastChanged",
    "productNameDescending"
   ]
  }
 ],
 "productSearch": [
  {
   "name": "ID",
   "kind": "integer"
  },
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "Name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "NameLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "SUID",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "ProductType",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "Tracking",
   "kind": "choice",
   "options": [
    "Lot",
    "Serial"
   ]
  },
  {
   "name": "IsActive",
   "kind": "flag"
  },
  {
   "name": "order",
   "kind": "choice",
   "options": [
    "productName",
    "newest",
    "oldest",
    "lastChanged",
    "productNameDescending"
   ]
  }
 ],
 "productCount": [
  {
   "name": "ID",
   "kind": "integer"
  },
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "Name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "NameLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "SUID",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "ProductType",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "Tracking",
   "kind": "choice",
   "options": [
    "Lot",
    "Serial"
   ]
  },
  {
   "name": "IsActive",
   "kind": "flag"
  }
 ],
 "productUpsert": [
  {
   "name": "ID",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "ProductType",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "DefaultOwnership",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 4000,
   "hint": 107
  },
  {
   "name": "Location",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 4000,
   "hint": 108
  },
  {
   "name": "Name",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250,
   "hint": 1
  },
  {
   "name": "Version",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50,
   "hint": 109
  },
  {
   "name": "DefaultCostPerUnit",
   "kind": "decimal",
   "isRequired": true,
   "hint": 110
  },
  {
   "name": "DefaultCurrency",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50
  },
  {
   "name": "BaseUnit",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 30,
   "hint": 111
  },
  {
   "name": "ReceiptProfile",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 100,
   "hint": 112
  },
  {
   "name": "DefaultBatchSize",
   "kind": "decimal",
   "isRequired": true,
   "hint": 113
  },
  {
   "name": "InventoryDecimalPlaces",
   "kind": "integer",
   "isRequired": true,
   "hint": 114
  },
  {
   "name": "IsActive",
   "kind": "flag",
   "isRequired": true,
   "hint": 115
  },
  {
   "name": "IsPlanningConstraint",
   "kind": "flag",
   "isRequired": true,
   "hint": 116
  },
  {
   "name": "SUID",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200,
   "hint": 0
  },
  {
   "name": "Description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "ReceiptRecipe",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200
  },
  {
   "name": "SerialRange",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 500,
   "hint": 117
  },
  {
   "name": "MinScheduleBatchSize",
   "kind": "decimal",
   "isNullable": true,
   "hint": 118
  },
  {
   "name": "ScheduleBatchIncrement",
   "kind": "decimal",
   "isNullable": true,
   "hint": 119
  },
  {
   "name": "MaxScheduleBatchSize",
   "kind": "decimal",
   "isNullable": true,
   "hint": 120
  },
  {
   "name": "PeggingExpiryDays",
   "kind": "integer",
   "isNullable": true,
   "hint": 121
  },
  {
   "name": "ShelfLifeDays",
   "kind": "integer",
   "isNullable": true,
   "hint": 122
  },
  {
   "name": "Properties",
   "kind": "list",
   "isNullable": true,
   "hint": 57,
   "fields": [
    {
     "name": "Name",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50,
     "hint": 123
    },
    {
     "name": "Value",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 500,
     "hint": 124
    }
   ]
  },
  {
   "name": "SourceProductName",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "Tracking",
   "kind": "choice",
   "options": [
    "Lot",
    "Serial"
   ],
   "hint": 125
  },
  {
   "name": "InventoryManaged",
   "kind": "flag",
   "hint": 126
  },
  {
   "name": "ProductTypeID",
   "kind": "integer"
  },
  {
   "name": "DefaultOwnershipID",
   "kind": "integer"
  },
  {
   "name": "DefaultCurrencyID",
   "kind": "integer"
  },
  {
   "name": "BaseUnitID",
   "kind": "integer"
  },
  {
   "name": "ReceiptProfileID",
   "kind": "integer"
  },
  {
   "name": "ReceiptRecipeID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "SerialRangeID",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "LocationID",
   "kind": "integer"
  },
  {
   "name": "SourceProductID",
   "kind": "integer",
   "isNullable": true
  }
 ],
 "productDelete": [
  {
   "name": "ID",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "productCopy": [
  {
   "name": "suid",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 200,
   "hint": 0
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50,
   "hint": 1
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200,
   "hint": 2
  },
  {
   "name": "srcProductName",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50
  }
 ],
 "recordFind": [
  {
   "name": "text",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 400
  }
 ],
 "scanResolve": [
  {
   "name": "code",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 4000
  }
 ],
 "sessionGet": [],
 "sessionCreate": [],
 "sessionActAs": [
  {
   "name": "badge",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250,
   "hint": 127
  },
  {
   "name": "pin",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 12,
   "hint": 128
  }
 ],
 "sessionList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "keyID",
   "kind": "integer"
  },
  {
   "name": "user",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "userID",
   "kind": "integer"
  },
  {
   "name": "isValid",
   "kind": "flag"
  }
 ],
 "sessionDelete": [
  {
   "name": "id",
   "kind": "integer"
  }
 ],
 "signatureSign": [
  {
   "name": "entity",
   "kind": "choice",
   "isRequired": true,
   "options": [
    "BatchHold",
    "BomVersion",
    "MaterialItem",
    "Product",
    "WorksOrder"
   ],
   "hint": 129
  },
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400,
   "hint": 75
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250,
   "hint": 83
  },
  {
   "name": "revNo",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "meaning",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  },
  {
   "name": "pin",
   "kind": "text",
   "lengthMax": 12,
   "hint": 130
  }
 ],
 "signatureList": [
  {
   "name": "entity",
   "kind": "choice",
   "options": [
    "BatchHold",
    "BomVersion",
    "MaterialItem",
    "Product",
    "WorksOrder"
   ]
  },
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "user",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "userID",
   "kind": "integer"
  },
  {
   "name": "meaning",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "covers",
   "kind": "flag"
  }
 ],
 "statusGet": [],
 "summaryGet": [
  {
   "name": "expiringDays",
   "kind": "integer"
  },
  {
   "name": "since",
   "kind": "time"
  }
 ],
 "webhookList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "url",
   "kind": "text",
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag"
  }
 ],
 "webhookUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "url",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 2000,
   "hint": 131
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "types",
   "kind": "list",
   "isNullable": true,
   "hint": 132
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true,
   "hint": 133
  },
  {
   "name": "rotateSecret",
   "kind": "flag",
   "hint": 134
  },
  {
   "name": "createdAt",
   "kind": "text"
  },
  {
   "name": "pending",
   "kind": "text"
  },
  {
   "name": "behind",
   "kind": "text"
  },
  {
   "name": "dead",
   "kind": "text"
  },
  {
   "name": "error",
   "kind": "text"
  }
 ],
 "webhookDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "webhookTest": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  }
 ],
 "webhookDeadLetters": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  }
 ],
 "webhookReplay": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "seqs",
   "kind": "list",
   "hint": 135
  }
 ],
 "worksOrderList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "status",
   "kind": "choice",
   "options": [
    "Created",
    "Started",
    "Completed",
    "Cancelled"
   ]
  },
  {
   "name": "order",
   "kind": "choice",
   "options": [
    "newest",
    "oldest",
    "lastChanged",
    "orderNo",
    "orderNoDescending"
   ]
  }
 ],
 "worksOrderSearch": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "status",
   "kind": "choice",
   "options": [
    "Created",
    "Started",
    "Completed",
    "Cancelled"
   ]
  },
  {
   "name": "order",
   "kind": "choice",
   "options": [
    "newest",
    "oldest",
    "lastChanged",
    "orderNo",
    "orderNoDescending"
   ]
  }
 ],
 "worksOrderCount": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNoLike",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "status",
   "kind": "choice",
   "options": [
    "Created",
    "Started",
    "Completed",
    "Cancelled"
   ]
  }
 ],
 "worksOrderCompleteness": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  }
 ],
 "worksOrderUpsert": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "orderNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250,
   "hint": 83
  },
  {
   "name": "productName",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "bom",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 100
  },
  {
   "name": "version",
   "kind": "text",
   "isRequired": true
  },
  {
   "name": "qty",
   "kind": "decimal",
   "isRequired": true,
   "hint": 85
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 2
  },
  {
   "name": "productID",
   "kind": "integer"
  },
  {
   "name": "bomID",
   "kind": "integer"
  },
  {
   "name": "bomVersionID",
   "kind": "integer"
  },
  {
   "name": "status",
   "kind": "text"
  },
  {
   "name": "startDT",
   "kind": "text"
  },
  {
   "name": "endDT",
   "kind": "text"
  },
  {
   "name": "qtyStarted",
   "kind": "text"
  },
  {
   "name": "qtyLeft",
   "kind": "text"
  },
  {
   "name": "unit",
   "kind": "text"
  }
 ],
 "worksOrderDelete": [
  {
   "name": "id",
   "kind": "integer",
   "isRequired": true
  },
  {
   "name": "revNo",
   "kind": "integer"
  }
 ],
 "worksOrderStart": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250,
   "hint": 83
  },
  {
   "name": "items",
   "kind": "list",
   "isNullable": true,
   "hint": 136,
   "fields": [
    {
     "name": "visualSerialNo",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250,
     "hint": 75
    },
    {
     "name": "qty",
     "kind": "decimal",
     "isRequired": true,
     "hint": 85
    }
   ]
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  }
 ],
 "worksOrderChangeVersion": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250,
   "hint": 83
  },
  {
   "name": "version",
   "kind": "text",
   "isRequired": true
  },
  {
   "name": "items",
   "kind": "list",
   "isNullable": true,
   "hint": 136,
   "fields": [
    {
     "name": "id",
     "kind": "integer"
    },
    {
     "name": "visualSerialNo",
     "kind": "text",
     "lengthMax": 400,
     "hint": 75
    }
   ]
  },
  {
   "name": "revNo",
   "kind": "integer"
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  }
 ],
 "worksOrderComplete": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250,
   "hint": 83
  },
  {
   "name": "allowIncomplete",
   "kind": "flag",
   "isNullable": true,
   "hint": 93
  },
  {
   "name": "allowHeld",
   "kind": "flag",
   "isNullable": true,
   "hint": 94
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  }
 ],
 "worksOrderCancel": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250,
   "hint": 83
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000,
   "hint": 40
  }
 ]
} as const satisfies Readonly<
  Record<string, readonly FieldOf[]>
>;

/** The meaning of each field: the first sentence of its description. */
export const fieldHints: readonly MessageDescriptor[] = [
  msg`Labels, imports and other systems can name it by this.`,
  msg`The unique name of the record.`,
  msg`Free text about the record.`,
  msg`False retires the record: it stays where it is used, and no new use of it is accepted.`,
  msg`The code of the unit in UN/ECE Recommendation 20.`,
  msg`The dimension that the unit measures.`,
  msg`The size of the unit, measured in a unit of its dimension that has the factor 1.`,
  msg`The text before the number in a serial.`,
  msg`The number of the next serial that is made.`,
  msg`The last number of the range.`,
  msg`The smallest number of digits in a serial.`,
  msg`The transactions that can give this reason.`,
  msg`The fate of material that is removed for this reason.`,
  msg`The kind of record that the label is for.`,
  msg`The width of the label, in millimetres.`,
  msg`The height of the label, in millimetres.`,
  msg`The resolution of the printer, in dots per inch.`,
  msg`The kind of the symbol.`,
  msg`The text of the symbol, with placeholders.`,
  msg`The lines of text next to the symbol, from the top.`,
  msg`The text, with placeholders.`,
  msg`The height of the text, in millimetres.`,
  msg`Whether the text is bold.`,
  msg`The label in ZPL II, with placeholders, for printers that take it.`,
  msg`What waits for the signatures.`,
  msg`The name of a build slot type.`,
  msg`The roles: each signer must have one of them.`,
  msg`How many persons must sign.`,
  msg`Whether a signer must be another person than those who performed the work: who changed the record, besides its receipt or start, or signed it as performed.`,
  msg`The address of its service.`,
  msg`The public keys that sign its seals, also those that it has replaced.`,
  msg`Whether a receipt from it needs a document.`,
  msg`Whether an item with this status can be the child of a Build.`,
  msg`Whether an item with this status can be the parent of a Build.`,
  msg`The roles of the user.`,
  msg`The text of the code on the person's badge, unique among users.`,
  msg`The purpose of the key.`,
  msg`The name of a built-in role, or of a role of the plant.`,
  msg`When the key expires.`,
  msg`The addresses and networks that the key can be used from.`,
  msg`A remark that the history keeps.`,
  msg`Why the record is accepted as it is.`,
  msg`The batch.`,
  msg`The reason in words.`,
  msg`The status of the record, which decides what can be done with it.`,
  msg`The version to copy.`,
  msg`The version to create.`,
  msg`1 if the group is controlled, otherwise 0.`,
  msg`The names of the work centres of the group.`,
  msg`The name of the slot's build slot type.`,
  msg`Whether an item needs the slot's minimum before its works order can be completed.`,
  msg`Whether the device history record shows the slot in its design: 0 leaves it out, 2 makes an active candidate compulsory, any other number shows it.`,
  msg`Whether the device history record shows what is built into the slot: 0 leaves it out, 2 makes it compulsory, any other number shows it.`,
  msg`The instruction to the person who fills the slot.`,
  msg`The products that can fill the slot.`,
  msg`Whether this is the slot's default candidate.`,
  msg`The version of the product that is accepted, case sensitive.`,
  msg`The properties of the record: its named values.`,
  msg`The value, as text.`,
  msg`The properties of the slot: its named values.`,
  msg`The serial of the item that is built into.`,
  msg`The serial of the item that is consumed.`,
  msg`The quantity to build, in the base unit of the part.`,
  msg`The name or the UN/ECE code of the unit of the quantity, not case sensitive.`,
  msg`The data of a part that does not exist yet.`,
  msg`When the material expires.`,
  msg`The number of the batch of the material.`,
  msg`The version of the product.`,
  msg`The cost of one base unit of the material, in the currency of the item.`,
  msg`When it happened, if that was before the request.`,
  msg`The sending system's own name for this request.`,
  msg`The other system's id of the request.`,
  msg`The quantity to remove, in the base unit of the part.`,
  msg`Executed in order: a line can depend on the lines before it.`,
  msg`If true, all lines take effect or none: the first refused line refuses the request.`,
  msg`The unique serial of the item.`,
  msg`When the works order was started.`,
  msg`When the works order was completed.`,
  msg`The quantity that was received or started, in the base unit.`,
  msg`The quantity that is there now, in the base unit of the product.`,
  msg`A second unique identifier of the item.`,
  msg`The number of the delivery that brought the material.`,
  msg`The case data of the item: its own named values.`,
  msg`The unique number of the works order.`,
  msg`Whether to make the serial: the next one of the product's serial range.`,
  msg`The quantity, in the base unit of its product.`,
  msg`The plant that the material came from.`,
  msg`The device history record of the unit, as its plant returned it after the Dispatch: the JSON as a text.`,
  msg`The change of the actual quantity, in the base unit of the product.`,
  msg`The quantity to take off the item first, in the base unit of its product.`,
  msg`The serial on the label of the part, which becomes an item of its own.`,
  msg`The reason for the new label.`,
  msg`The serial on the new label.`,
  msg`Lets it pass although required slots are below their minimum, or a contained unit is not finished.`,
  msg`Lets it pass although something in it is on hold.`,
  msg`The plant or other place that the material was dispatched to.`,
  msg`The reason for opening it.`,
  msg`The reason why it came back.`,
  msg`The mistake.`,
  msg`The parts to take off the lot.`,
  msg`The serial on the label of the part.`,
  msg`The name of the part's location.`,
  msg`The name of the hold reason, to put the part on hold.`,
  msg`The items to merge into it.`,
  msg`The new PIN.`,
  msg`The PIN until now.`,
  msg`The badge of the person, at a station.`,
  msg`The name of the ownership type of new items, unless their receipt names another.`,
  msg`The name of the location of new items, unless their receipt names another.`,
  msg`The version of the product, and of new items unless their receipt names another.`,
  msg`The cost of one base unit of new items, unless their receipt gives another.`,
  msg`The name of the unit of measure of the product's quantities.`,
  msg`The name of the receipt profile, which has the rules for the fields of a receipt.`,
  msg`The quantity of each item that Start makes if it is sent no items, in the base unit.`,
  msg`The largest number of decimals in quantities of items of the product.`,
  msg`False retires the product: it stays where it is used, and no new use of it is accepted.`,
  msg`Whether the product is a constraint in planning.`,
  msg`The name of the product's serial range.`,
  msg`The smallest batch to schedule, in the base unit.`,
  msg`The step between sizes of batches to schedule.`,
  msg`The largest batch to schedule, in the base unit.`,
  msg`The number of days until a pegging expires.`,
  msg`The number of days from the day of an item's receipt or start to its last day.`,
  msg`The name of the property, unique within its product.`,
  msg`The value of the property.`,
  msg`Lot: an item is any quantity.`,
  msg`Whether the stock of the product is managed here.`,
  msg`The badge of the person.`,
  msg`The PIN of the person.`,
  msg`The kind of the record.`,
  msg`The PIN of the caller's user.`,
  msg`The address that events are sent to.`,
  msg`The types of events, or prefixes of them that end in a star.`,
  msg`False pauses the calls.`,
  msg`Of an update: makes a new secret.`,
  msg`The dead letters to deliver again.`,
  msg`The items that Start creates.`,
];
