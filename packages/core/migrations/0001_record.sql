CREATE TABLE `external_ref` (
	`system` text NOT NULL,
	`id` text NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`body_hash` text NOT NULL,
	`operation_id` text NOT NULL,
	`decision` text NOT NULL,
	`user_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`system`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE TABLE `seal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`first_seq` integer NOT NULL,
	`last_seq` integer NOT NULL,
	`at` integer NOT NULL,
	`digests` text NOT NULL,
	`previous` text NOT NULL,
	`hash` text NOT NULL,
	`signature` text NOT NULL,
	`public_key` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_first` ON `seal` (`first_seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_previous` ON `seal` (`previous`);--> statement-breakpoint
CREATE TABLE `removal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`seq` integer NOT NULL,
	`build_id` integer NOT NULL,
	`qty` integer NOT NULL,
	FOREIGN KEY (`seq`) REFERENCES `change_log`(`seq`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`build_id`) REFERENCES `build`(`id`) ON UPDATE restrict ON DELETE restrict,
	CONSTRAINT "removal_qty" CHECK("removal"."qty" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `removal_build` ON `removal` (`build_id`);--> statement-breakpoint
DROP INDEX `build_parent`;--> statement-breakpoint
DROP INDEX `build_child`;--> statement-breakpoint
CREATE INDEX `build_parent` ON `build` (`parent_id`,`candidate_id`,`qty`,`removed_qty`);--> statement-breakpoint
CREATE INDEX `build_child` ON `build` (`child_id`,`parent_id`,`qty`,`removed_qty`);--> statement-breakpoint
ALTER TABLE `change_log` ADD `external_system` text;--> statement-breakpoint
ALTER TABLE `change_log` ADD `external_id` text;--> statement-breakpoint
-- What was taken back before there were removals: the parent's last removal of that child did it.
INSERT INTO `removal` (`seq`, `build_id`, `qty`)
SELECT coalesce((
	SELECT max(logged.`seq`) FROM `change_log` AS logged
	WHERE logged.`entity` = 'MaterialItem' AND logged.`entity_id` = `build`.`parent_id`
	AND logged.`action` = 'removedFrom' AND logged.`after` ->> '$.detail.childSerialNo' = (
		SELECT `visual_serial_no` FROM `material_item` WHERE `id` = `build`.`child_id`)
), `seq`), `id`, `removed_qty` FROM `build` WHERE `removed_qty` > 0 ORDER BY `id`;--> statement-breakpoint
-- The log keeps the parts of a record with the change that wrote them; of those that are older,
-- with the last change of their record.
CREATE TABLE `part_of` (`entity` text NOT NULL, `entity_id` integer NOT NULL, `part` text NOT NULL) STRICT;--> statement-breakpoint
INSERT INTO `part_of` SELECT 'MaterialItem', `child_id`, json_object('kind', 'insertPart', 'part', 'build', 'values', json_object(
	'bomSlotId', `bom_slot_id`, 'candidateId', `candidate_id`, 'qty', `qty`, 'seq', `seq`,
	'parentId', `parent_id`, 'childId', `child_id`)) FROM `build` ORDER BY `id`;--> statement-breakpoint
INSERT INTO `part_of` SELECT 'MaterialItem', `build`.`child_id`, json_object('kind', 'insertPart', 'part', 'removal', 'values', json_object(
	'seq', `removal`.`seq`, 'buildId', `build_id`, 'qty', `removal`.`qty`))
FROM `removal` JOIN `build` ON `build`.`id` = `build_id` ORDER BY `removal`.`id`;--> statement-breakpoint
INSERT INTO `part_of` SELECT 'MaterialItem', `material_item_id`, json_object('kind', 'insertPart', 'part', 'adjustment', 'values', json_object(
	'seq', `seq`, 'materialItemId', `material_item_id`, 'qty', `qty`,
	'materialReasonId', `material_reason_id`)) FROM `adjustment` ORDER BY `id`;--> statement-breakpoint
INSERT INTO `part_of` SELECT 'Product', `product_id`, json_object('kind', 'insertPart', 'part', 'productProperty', 'values', json_object(
	'productId', `product_id`, 'name', `name`, 'value', `value`)) FROM `product_property`;--> statement-breakpoint
INSERT INTO `part_of` SELECT 'BomSlot', `bom_slot_id`, json_object('kind', 'insertPart', 'part', 'slotProperty', 'values', json_object(
	'bomSlotId', `bom_slot_id`, 'propertyDefinitionId', `property_definition_id`, 'value', `value`))
FROM `slot_property` ORDER BY `id`;--> statement-breakpoint
INSERT INTO `part_of` SELECT 'WorkCentreGroup', `group_id`, json_object('kind', 'insertPart', 'part', 'workCentreGroupMember', 'values', json_object(
	'groupId', `group_id`, 'workCentreId', `work_centre_id`)) FROM `work_centre_group_member`;--> statement-breakpoint
UPDATE `change_log` SET `after` = json_set(`after`, '$.parts', json(parts_of.`parts`))
FROM (SELECT `entity`, `entity_id`, json_group_array(json(`part`)) AS `parts` FROM `part_of`
	GROUP BY `entity`, `entity_id`) AS parts_of
WHERE `change_log`.`entity` = parts_of.`entity` AND `change_log`.`entity_id` = parts_of.`entity_id`
AND `change_log`.`rev_no` = (SELECT max(`rev_no`) FROM `change_log` AS logged
	WHERE logged.`entity` = parts_of.`entity` AND logged.`entity_id` = parts_of.`entity_id`);--> statement-breakpoint
DROP TABLE `part_of`;--> statement-breakpoint
CREATE TRIGGER `change_log_insert` BEFORE INSERT ON `change_log`
WHEN EXISTS (SELECT 1 FROM `change_log` WHERE `entity` = NEW.`entity`
	AND `entity_id` = NEW.`entity_id` AND `rev_no` = NEW.`rev_no`)
OR EXISTS (SELECT 1 FROM `change_log` WHERE `operation_id` = NEW.`operation_id`
	AND `ordinal` = NEW.`ordinal`)
OR EXISTS (SELECT 1 FROM `change_log` WHERE `seq` = NEW.`seq`)
BEGIN
	SELECT RAISE(ABORT, 'stale: the change log has this row');
END;--> statement-breakpoint
CREATE TRIGGER `change_log_update` BEFORE UPDATE ON `change_log`
BEGIN
	SELECT RAISE(ABORT, 'the change log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `change_log_delete` BEFORE DELETE ON `change_log`
BEGIN
	SELECT RAISE(ABORT, 'the change log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `seal_insert` BEFORE INSERT ON `seal`
WHEN EXISTS (SELECT 1 FROM `seal` WHERE `id` = NEW.`id` OR `first_seq` = NEW.`first_seq`
	OR `previous` = NEW.`previous`)
BEGIN
	SELECT RAISE(ABORT, 'stale: these rows are sealed');
END;--> statement-breakpoint
CREATE TRIGGER `seal_update` BEFORE UPDATE ON `seal`
BEGIN
	SELECT RAISE(ABORT, 'seals are append-only');
END;--> statement-breakpoint
CREATE TRIGGER `seal_delete` BEFORE DELETE ON `seal`
BEGIN
	SELECT RAISE(ABORT, 'seals are append-only');
END;
