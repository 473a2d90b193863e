/** The placeholders of a label by its kind, each with its value. Written from core's table by `pnpm generate`. */
export const labelPlaceholders = {
  "item": {
    "visualSerialNo": "the serial",
    "uniqueID": "the unique id",
    "productName": "the name of the product",
    "productSUID": "the SUID of the product, such as its GTIN",
    "version": "the version of the product",
    "batchNo": "the batch",
    "deliveryNo": "the delivery",
    "orderNo": "the number of the works order",
    "qty": "the actual quantity",
    "unit": "the unit of the quantity",
    "location": "the SUID of the location",
    "status": "the name of the status",
    "expiryDate": "the day on which it expires, as YYYY-MM-DD",
    "expiryYYMMDD": "the same day as YYMMDD, as a GS1 symbol needs it"
  },
  "location": {
    "suid": "the SUID",
    "name": "the name",
    "description": "the description"
  },
  "user": {
    "suid": "the SUID",
    "name": "the name",
    "description": "the description"
  },
  "worksOrder": {
    "orderNo": "the number",
    "productName": "the name of the product",
    "bom": "the name of the BoM",
    "version": "the version of the BoM",
    "qty": "the quantity",
    "unit": "the unit of the quantity",
    "description": "the description"
  },
  "command": {
    "command": "the text that the station takes as a command when it is scanned",
    "meaning": "what the command does"
  }
} as const;
