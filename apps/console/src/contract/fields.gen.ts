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
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 50
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 30
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 30
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
  },
  {
   "name": "code",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 20
  },
  {
   "name": "dimension",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50
  },
  {
   "name": "factor",
   "kind": "decimal",
   "isNullable": true
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
   "lengthMax": 200
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 100
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 100
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 200
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 500
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 500
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
  },
  {
   "name": "prefix",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 80
  },
  {
   "name": "nextNumber",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "endNumber",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "padding",
   "kind": "integer",
   "isNullable": true
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
   "lengthMax": 50
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 50
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 50
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
  },
  {
   "name": "transactions",
   "kind": "list",
   "isNullable": true,
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
   ]
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
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   ]
  },
  {
   "name": "widthMm",
   "kind": "decimal",
   "isNullable": true
  },
  {
   "name": "heightMm",
   "kind": "decimal",
   "isNullable": true
  },
  {
   "name": "dpi",
   "kind": "integer",
   "isNullable": true
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
   ]
  },
  {
   "name": "code",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 500
  },
  {
   "name": "lines",
   "kind": "list",
   "isNullable": true,
   "fields": [
    {
     "name": "text",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 200
    },
    {
     "name": "sizeMm",
     "kind": "decimal",
     "isRequired": true
    },
    {
     "name": "isBold",
     "kind": "flag",
     "isRequired": true
    }
   ]
  },
  {
   "name": "zpl",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 8000
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
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
  },
  {
   "name": "consumable",
   "kind": "flag",
   "isNullable": true
  },
  {
   "name": "buildable",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 50
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 50
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 250
  },
  {
   "name": "name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
   "kind": "choice",
   "options": [
    "viewer",
    "operator",
    "engineer",
    "admin"
   ]
  }
 ],
 "apiKeyCreate": [
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
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
   "kind": "choice",
   "isRequired": true,
   "options": [
    "viewer",
    "operator",
    "engineer",
    "admin"
   ]
  },
  {
   "name": "expiresAt",
   "kind": "time",
   "isNullable": true
  },
  {
   "name": "addresses",
   "kind": "list",
   "isNullable": true
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
 "auditAnchor": [],
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
   "lengthMax": 2000
  }
 ],
 "bomList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "name",
   "kind": "text",
   "lengthMax": 100
  },
  {
   "name": "parentProductName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "isActive",
   "kind": "flag"
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
   "lengthMax": 100
  },
  {
   "name": "parentProductName",
   "kind": "text",
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
   "lengthMax": 2000
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
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
     ]
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
   "lengthMax": 500
  },
  {
   "name": "Name",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "isControlled",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "WorkCentres",
   "kind": "list",
   "isNullable": true
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
   "lengthMax": 50
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
   "lengthMax": 4000
  },
  {
   "name": "bom",
   "kind": "text",
   "lengthMax": 100
  },
  {
   "name": "version",
   "kind": "text"
  },
  {
   "name": "description",
   "kind": "text",
   "lengthMax": 200
  },
  {
   "name": "buildSlotType",
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
  },
  {
   "name": "edhrBomRequired",
   "kind": "decimal"
  },
  {
   "name": "edhrBuildRequired",
   "kind": "decimal"
  },
  {
   "name": "instruction",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "candidates",
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
     "name": "product",
     "kind": "text",
     "lengthMax": 4000
    },
    {
     "name": "isActive",
     "kind": "flag"
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
     "kind": "flag"
    },
    {
     "name": "version",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 50
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
     "lengthMax": 500
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
     "kind": "flag"
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
     "kind": "flag"
    },
    {
     "name": "version",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 50
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
     "lengthMax": 500
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
   "lengthMax": 250
  },
  {
   "name": "childSerialNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "builtQty",
   "kind": "decimal",
   "isRequired": true
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
     "isNullable": true
    },
    {
     "name": "batchNo",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 50
    },
    {
     "name": "version",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 200
    },
    {
     "name": "costPerUnit",
     "kind": "decimal",
     "isNullable": true
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
   "isNullable": true
  },
  {
   "name": "externalRef",
   "kind": "group",
   "isNullable": true,
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
     "lengthMax": 250
    }
   ]
  }
 ],
 "buildRemove": [
  {
   "name": "parentSerialNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "childSerialNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
  },
  {
   "name": "removeQty",
   "kind": "decimal",
   "isRequired": true
  },
  {
   "name": "comments",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
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
   "isNullable": true
  },
  {
   "name": "externalRef",
   "kind": "group",
   "isNullable": true,
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
     "lengthMax": 250
    }
   ]
  }
 ],
 "buildBuildMany": [
  {
   "name": "lines",
   "kind": "list",
   "isRequired": true,
   "fields": [
    {
     "name": "parentSerialNo",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250
    },
    {
     "name": "childSerialNo",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250
    },
    {
     "name": "builtQty",
     "kind": "decimal",
     "isRequired": true
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
       "isNullable": true
      },
      {
       "name": "batchNo",
       "kind": "text",
       "isNullable": true,
       "lengthMax": 50
      },
      {
       "name": "version",
       "kind": "text",
       "isNullable": true,
       "lengthMax": 200
      },
      {
       "name": "costPerUnit",
       "kind": "decimal",
       "isNullable": true
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
     "isNullable": true
    },
    {
     "name": "externalRef",
     "kind": "group",
     "isNullable": true,
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
       "lengthMax": 250
      }
     ]
    }
   ]
  },
  {
   "name": "atomic",
   "kind": "flag"
  }
 ],
 "buildRemoveMany": [
  {
   "name": "lines",
   "kind": "list",
   "isRequired": true,
   "fields": [
    {
     "name": "parentSerialNo",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250
    },
    {
     "name": "childSerialNo",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250
    },
    {
     "name": "removeQty",
     "kind": "decimal",
     "isRequired": true
    },
    {
     "name": "comments",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 2000
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
     "isNullable": true
    },
    {
     "name": "externalRef",
     "kind": "group",
     "isNullable": true,
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
       "lengthMax": 250
      }
     ]
    }
   ]
  },
  {
   "name": "atomic",
   "kind": "flag"
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
    "Product",
    "ProductType",
    "PropertyDefinition",
    "ReceiptProfile",
    "ReceiptRecipe",
    "SerialRange",
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
   "name": "visualSerialNo",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "batchNo",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "statusID",
   "kind": "integer"
  }
 ],
 "materialItemSearch": [
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "batchNo",
   "kind": "text",
   "lengthMax": 50
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
    "expiry"
   ]
  }
 ],
 "materialItemCount": [
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "batchNo",
   "kind": "text",
   "lengthMax": 50
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
   "lengthMax": 4000
  },
  {
   "name": "scheduleID",
   "kind": "integer",
   "isRequired": true,
   "isNullable": true
  },
  {
   "name": "startDT",
   "kind": "time",
   "isRequired": true,
   "isNullable": true
  },
  {
   "name": "endDT",
   "kind": "time",
   "isRequired": true,
   "isNullable": true
  },
  {
   "name": "version",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 4000
  },
  {
   "name": "nominalQty",
   "kind": "decimal",
   "isRequired": true
  },
  {
   "name": "actualQty",
   "kind": "decimal",
   "isRequired": true
  },
  {
   "name": "uniqueID",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 100
  },
  {
   "name": "holdReasonID",
   "kind": "integer",
   "isRequired": true,
   "isNullable": true
  },
  {
   "name": "expiryDate",
   "kind": "time",
   "isRequired": true,
   "isNullable": true
  },
  {
   "name": "locationID",
   "kind": "integer",
   "isRequired": true,
   "isNullable": true
  },
  {
   "name": "costPerUnit",
   "kind": "decimal",
   "isRequired": true,
   "isNullable": true
  },
  {
   "name": "ownershipTypeID",
   "kind": "integer",
   "isRequired": true,
   "isNullable": true
  },
  {
   "name": "currencyID",
   "kind": "integer",
   "isRequired": true,
   "isNullable": true
  },
  {
   "name": "batchNo",
   "kind": "text",
   "isRequired": true,
   "isNullable": true,
   "lengthMax": 50
  },
  {
   "name": "deliveryNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "legacyPrerepairMaterialItemID",
   "kind": "integer",
   "isRequired": true,
   "isNullable": true
  },
  {
   "name": "caseData",
   "kind": "list",
   "isRequired": true,
   "fields": [
    {
     "name": "id",
     "kind": "integer",
     "isRequired": true,
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
     "isRequired": true,
     "isNullable": true,
     "lengthMax": 2000
    }
   ]
  },
  {
   "name": "testModeID",
   "kind": "integer",
   "isRequired": true,
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
   "lengthMax": 250
  },
  {
   "name": "orderNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "holdReason",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
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
   "lengthMax": 250
  },
  {
   "name": "makeSerial",
   "kind": "flag",
   "isNullable": true
  },
  {
   "name": "expiryDate",
   "kind": "time",
   "isNullable": true
  },
  {
   "name": "version",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 100
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
   "lengthMax": 50
  },
  {
   "name": "costPerUnit",
   "kind": "decimal",
   "isNullable": true
  },
  {
   "name": "qty",
   "kind": "decimal",
   "isRequired": true
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
   "lengthMax": 2000
  },
  {
   "name": "deliveryNo",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 250
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
  },
  {
   "name": "externalRef",
   "kind": "group",
   "isNullable": true,
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
     "lengthMax": 250
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
   "isRequired": true
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
   "lengthMax": 2000
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
  },
  {
   "name": "externalRef",
   "kind": "group",
   "isNullable": true,
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
     "lengthMax": 250
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
   "lengthMax": 400
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
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
   "lengthMax": 400
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
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
   "lengthMax": 400
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
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
   "lengthMax": 400
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
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
   "lengthMax": 400
  },
  {
   "name": "comment",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 2000
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
  },
  {
   "name": "newVisualSerialNo",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 250
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
   "lengthMax": 400
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
  },
  {
   "name": "allowIncomplete",
   "kind": "flag",
   "isNullable": true
  },
  {
   "name": "allowHeld",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 400
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
  },
  {
   "name": "allowIncomplete",
   "kind": "flag",
   "isNullable": true
  },
  {
   "name": "allowHeld",
   "kind": "flag",
   "isNullable": true
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
   "lengthMax": 400
  },
  {
   "name": "comment",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 2000
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
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
   "lengthMax": 400
  },
  {
   "name": "comment",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 2000
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
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
   "lengthMax": 400
  },
  {
   "name": "comment",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 2000
  },
  {
   "name": "occurredAt",
   "kind": "time",
   "isNullable": true
  }
 ],
 "productList": [
  {
   "name": "ID",
   "kind": "integer"
  },
  {
   "name": "Name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "SUID",
   "kind": "text",
   "lengthMax": 250
  }
 ],
 "productSearch": [
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
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
    "lastChanged"
   ]
  }
 ],
 "productCount": [
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
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
   "lengthMax": 250
  },
  {
   "name": "DefaultOwnership",
   "kind": "text",
   "lengthMax": 4000
  },
  {
   "name": "Location",
   "kind": "text",
   "lengthMax": 4000
  },
  {
   "name": "Name",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "Version",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "DefaultCostPerUnit",
   "kind": "decimal"
  },
  {
   "name": "DefaultCurrency",
   "kind": "text",
   "lengthMax": 50
  },
  {
   "name": "BaseUnit",
   "kind": "text",
   "lengthMax": 30
  },
  {
   "name": "ReceiptProfile",
   "kind": "text",
   "lengthMax": 100
  },
  {
   "name": "DefaultBatchSize",
   "kind": "decimal"
  },
  {
   "name": "InventoryDecimalPlaces",
   "kind": "integer"
  },
  {
   "name": "IsActive",
   "kind": "flag"
  },
  {
   "name": "IsPlanningConstraint",
   "kind": "flag"
  },
  {
   "name": "SUID",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200
  },
  {
   "name": "Description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
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
   "lengthMax": 500
  },
  {
   "name": "MinScheduleBatchSize",
   "kind": "decimal",
   "isNullable": true
  },
  {
   "name": "ScheduleBatchIncrement",
   "kind": "decimal",
   "isNullable": true
  },
  {
   "name": "MaxScheduleBatchSize",
   "kind": "decimal",
   "isNullable": true
  },
  {
   "name": "PeggingExpiryDays",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "ShelfLifeDays",
   "kind": "integer",
   "isNullable": true
  },
  {
   "name": "Properties",
   "kind": "list",
   "isNullable": true,
   "fields": [
    {
     "name": "Name",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 50
    },
    {
     "name": "Value",
     "kind": "text",
     "isNullable": true,
     "lengthMax": 500
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
   ]
  },
  {
   "name": "InventoryManaged",
   "kind": "flag"
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
   "lengthMax": 200
  },
  {
   "name": "name",
   "kind": "text",
   "isRequired": true,
   "lengthMax": 50
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 200
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
   "lengthMax": 2000
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  },
  {
   "name": "types",
   "kind": "list",
   "isNullable": true
  },
  {
   "name": "isActive",
   "kind": "flag",
   "isNullable": true
  },
  {
   "name": "rotateSecret",
   "kind": "flag"
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
   "kind": "list"
  }
 ],
 "worksOrderList": [
  {
   "name": "id",
   "kind": "integer"
  },
  {
   "name": "orderNo",
   "kind": "text",
   "lengthMax": 250
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
 "worksOrderSearch": [
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
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
    "orderNo"
   ]
  }
 ],
 "worksOrderCount": [
  {
   "name": "text",
   "kind": "text",
   "lengthMax": 400
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
   "lengthMax": 250
  },
  {
   "name": "productName",
   "kind": "text",
   "lengthMax": 250
  },
  {
   "name": "bom",
   "kind": "text",
   "lengthMax": 100
  },
  {
   "name": "version",
   "kind": "text"
  },
  {
   "name": "qty",
   "kind": "decimal"
  },
  {
   "name": "description",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
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
   "lengthMax": 250
  },
  {
   "name": "items",
   "kind": "list",
   "isNullable": true,
   "fields": [
    {
     "name": "visualSerialNo",
     "kind": "text",
     "isRequired": true,
     "lengthMax": 250
    },
    {
     "name": "qty",
     "kind": "decimal",
     "isRequired": true
    }
   ]
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
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
   "lengthMax": 250
  },
  {
   "name": "allowIncomplete",
   "kind": "flag",
   "isNullable": true
  },
  {
   "name": "allowHeld",
   "kind": "flag",
   "isNullable": true
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
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
   "lengthMax": 250
  },
  {
   "name": "comment",
   "kind": "text",
   "isNullable": true,
   "lengthMax": 2000
  }
 ]
} as const satisfies Readonly<
  Record<string, readonly FieldOf[]>
>;

/** The name of each field as people write it. */
export const fieldLabels: Readonly<Record<string, MessageDescriptor>> = {
  BaseUnit: msg`Base unit`,
  BaseUnitID: msg`Base unit ID`,
  Bom: msg`BoM`,
  BomSlotId: msg`BoM slot ID`,
  DefaultBatchSize: msg`Default batch size`,
  DefaultCostPerUnit: msg`Default cost per unit`,
  DefaultCurrency: msg`Default currency`,
  DefaultCurrencyID: msg`Default currency ID`,
  DefaultOwnership: msg`Default ownership`,
  DefaultOwnershipID: msg`Default ownership ID`,
  Description: msg`Description`,
  ID: msg`ID`,
  Id: msg`ID`,
  InventoryDecimalPlaces: msg`Inventory decimal places`,
  InventoryManaged: msg`Inventory managed`,
  IsActive: msg`Active`,
  IsPlanningConstraint: msg`Planning constraint`,
  Location: msg`Location`,
  LocationID: msg`Location ID`,
  MaxScheduleBatchSize: msg`Maximum schedule batch size`,
  MinScheduleBatchSize: msg`Minimum schedule batch size`,
  Name: msg`Name`,
  ParentProductName: msg`Parent product name`,
  PeggingExpiryDays: msg`Pegging expiry days`,
  Product: msg`Product`,
  ProductType: msg`Product type`,
  ProductTypeID: msg`Product type ID`,
  Properties: msg`Properties`,
  ReceiptProfile: msg`Receipt profile`,
  ReceiptProfileID: msg`Receipt profile ID`,
  ReceiptRecipe: msg`Receipt recipe`,
  ReceiptRecipeID: msg`Receipt recipe ID`,
  SUID: msg`SUID`,
  ScheduleBatchIncrement: msg`Schedule batch increment`,
  SerialRange: msg`Serial range`,
  SerialRangeID: msg`Serial range ID`,
  ShelfLifeDays: msg`Shelf life days`,
  SourceProductID: msg`Source product ID`,
  SourceProductName: msg`Source product name`,
  Tracking: msg`Tracking`,
  Value: msg`Value`,
  Version: msg`Version`,
  WorkCentres: msg`Work centres`,
  action: msg`Action`,
  actualQty: msg`Actual quantity`,
  addresses: msg`Addresses`,
  adjustqty: msg`Adjustment`,
  after: msg`After`,
  allowHeld: msg`Allow held`,
  allowIncomplete: msg`Allow incomplete`,
  anchor: msg`Anchor`,
  at: msg`At`,
  atomic: msg`Atomic`,
  batchNo: msg`Batch number`,
  behind: msg`Behind`,
  bizStep: msg`Business step`,
  bom: msg`BoM`,
  bomID: msg`BoM ID`,
  bomSlotID: msg`BoM slot ID`,
  bomVersionID: msg`BoM version ID`,
  buildSlotType: msg`Build slot type`,
  buildSlotTypeID: msg`Build slot type ID`,
  buildable: msg`Buildable`,
  builtQty: msg`Built quantity`,
  candidates: msg`Candidates`,
  caseData: msg`Case data`,
  caseDataID: msg`Case data ID`,
  changedSince: msg`Changed since`,
  childSerialNo: msg`Child serial number`,
  code: msg`Code`,
  comment: msg`Comment`,
  comments: msg`Comments`,
  consumable: msg`Consumable`,
  costPerUnit: msg`Cost per unit`,
  createdAt: msg`Created at`,
  currency: msg`Currency`,
  currencyID: msg`Currency ID`,
  dead: msg`Dead`,
  deliveryNo: msg`Delivery number`,
  depth: msg`Depth`,
  description: msg`Description`,
  dimension: msg`Dimension`,
  disposition: msg`Disposition`,
  dpi: msg`DPI`,
  edhrBomRequired: msg`eDHR BoM required`,
  edhrBuildRequired: msg`eDHR build required`,
  endDT: msg`End time`,
  endNumber: msg`End number`,
  entity: msg`Entity`,
  error: msg`Error`,
  eventType: msg`Event type`,
  expiresAt: msg`Expires at`,
  expiresBefore: msg`Expires before`,
  expiresFrom: msg`Expires from`,
  expiringDays: msg`Expiring days`,
  expiryDate: msg`Expiry date`,
  externalRef: msg`External reference`,
  externalSystems: msg`External systems`,
  factor: msg`Factor`,
  fields: msg`Fields`,
  from: msg`From`,
  hash: msg`Hash`,
  heightMm: msg`Height (mm)`,
  holdReason: msg`Hold reason`,
  holdReasonID: msg`Hold reason ID`,
  id: msg`ID`,
  instruction: msg`Instruction`,
  isActive: msg`Active`,
  isBold: msg`Bold`,
  isControlled: msg`Controlled`,
  isDefault: msg`Default`,
  isHeld: msg`Held`,
  isInStock: msg`In stock`,
  isRequired: msg`Required`,
  itemDetails: msg`Item details`,
  items: msg`Items`,
  kind: msg`Kind`,
  knownAt: msg`Known at`,
  lastEditDT: msg`Last edit time`,
  lastEditUserID: msg`Last edit user ID`,
  legacyPrerepairMaterialItemID: msg`Legacy prerepair material item ID`,
  limit: msg`Limit`,
  lines: msg`Lines`,
  location: msg`Location`,
  locationID: msg`Location ID`,
  makeSerial: msg`Make serial`,
  materialItemID: msg`Material item ID`,
  materialitemid: msg`Material item ID`,
  maxQty: msg`Maximum quantity`,
  minQty: msg`Minimum quantity`,
  name: msg`Name`,
  newVisualSerialNo: msg`New serial number`,
  nextNumber: msg`Next number`,
  nominalQty: msg`Nominal quantity`,
  occurredAt: msg`Occurred at`,
  operations: msg`Operations`,
  order: msg`Order`,
  orderNo: msg`Order number`,
  ownershipType: msg`Ownership type`,
  ownershipTypeID: msg`Ownership type ID`,
  padding: msg`Padding`,
  parentProductID: msg`Parent product ID`,
  parentProductName: msg`Parent product name`,
  parentSerialNo: msg`Parent serial number`,
  paths: msg`Paths`,
  pending: msg`Pending`,
  prefix: msg`Prefix`,
  product: msg`Product`,
  productID: msg`Product ID`,
  productName: msg`Product name`,
  properties: msg`Properties`,
  property: msg`Property`,
  propertyID: msg`Property ID`,
  qty: msg`Quantity`,
  qtyLeft: msg`Quantity left`,
  qtyStarted: msg`Quantity started`,
  reasonSUID: msg`Reason SUID`,
  receiveAtPointOfConsumption: msg`Receive at point of consumption`,
  removeQty: msg`Remove quantity`,
  requestID: msg`Request ID`,
  revNo: msg`Revision number`,
  role: msg`Role`,
  rotateSecret: msg`Rotate secret`,
  scheduleID: msg`Schedule ID`,
  seqs: msg`Sequence numbers`,
  since: msg`Since`,
  sizeMm: msg`Size (mm)`,
  slotID: msg`Slot ID`,
  slotType: msg`Slot type`,
  srcProductName: msg`Source product name`,
  startDT: msg`Start time`,
  status: msg`Status`,
  statusID: msg`Status ID`,
  suid: msg`SUID`,
  symbology: msg`Symbology`,
  system: msg`System`,
  testModeID: msg`Test mode ID`,
  text: msg`Text`,
  to: msg`To`,
  transactions: msg`Transactions`,
  types: msg`Types`,
  uniqueID: msg`Unique ID`,
  unit: msg`Unit`,
  url: msg`URL`,
  useUom: msg`Use unit of measure`,
  useUomID: msg`Use unit of measure ID`,
  user: msg`User`,
  userID: msg`User ID`,
  value: msg`Value`,
  version: msg`Version`,
  versions: msg`Versions`,
  visualSerialNo: msg`Serial number`,
  widthMm: msg`Width (mm)`,
  workCentreIDs: msg`Work centre IDs`,
  zpl: msg`ZPL`,
};
