import { code128, datamatrix, drawingSVG } from "bwip-js/generic";
import { expect, test } from "vitest";
import { shapeOfSvg } from "../src/label/barcode.rules.ts";

test("the bars of a Code 128 are lines of its height", () => {
  const shape = shapeOfSvg(code128({ bcid: "code128", text: "$AB:OK" }, drawingSVG()));
  expect(shape).toMatchObject({ width: 202, height: 145 });
  expect(shape.paths.map(({ strokeWidth }) => strokeWidth)).toEqual([4, 2, 6]);
  expect(shape.paths[0]!.d).toMatch(/^M2 145L2 0M/);
});

test("the modules of a Data Matrix are one area", () => {
  const shape = shapeOfSvg(datamatrix({ bcid: "datamatrix", text: "PUMP" }, drawingSVG()));
  expect(shape.paths).toHaveLength(1);
  expect(shape.paths[0]!.strokeWidth).toBeUndefined();
  expect(shape.paths[0]!.d).toMatch(/^M0 .*Z$/);
});
