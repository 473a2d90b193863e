DROP INDEX `change_log_former_serial`;--> statement-breakpoint
DROP INDEX `change_log_renamed`;--> statement-breakpoint
CREATE INDEX `change_log_former_serial` ON `change_log` (before ->> '$.serialKey') WHERE entity = 'MaterialItem' and action in ('moved', 'relabelled', 'returned', 'updated', 'voided');--> statement-breakpoint
CREATE INDEX `change_log_renamed` ON `change_log` (`entity_id`) WHERE entity = 'MaterialItem' and action in ('moved', 'relabelled', 'returned', 'updated', 'voided');--> statement-breakpoint
INSERT INTO `material_status` (`rev_no`, `suid`, `suid_key`, `name`, `name_key`, `description`, `is_active`, `consumable`, `buildable`)
SELECT 1, 'Voided', 'voided', `given`, lower(`given`), 'Its receipt or start never was', 1, 0, 0
FROM (SELECT iif(EXISTS (SELECT 1 FROM `material_status` WHERE `name_key` = 'voided'), 'Voided receipt', 'Voided') AS `given`)
WHERE EXISTS (SELECT 1 FROM `material_status` WHERE `suid_key` = 'wip')
AND NOT EXISTS (SELECT 1 FROM `material_status` WHERE `suid_key` = 'voided');--> statement-breakpoint
INSERT INTO `change_log` (`operation_id`, `ordinal`, `at`, `entity`, `entity_id`, `rev_no`, `action`, `after`)
SELECT '00000000-0000-8000-8000-000000000009', 0,
  max(CAST(strftime('%s', 'now') AS INTEGER) * 1000, (SELECT coalesce(max(`at`), 0) FROM `change_log` WHERE `seq` = (SELECT max(`seq`) FROM `change_log`))),
  'MaterialStatus', `id`, 1, 'created',
  json_object('suid', `suid`, 'suidKey', `suid_key`, 'name', `name`, 'nameKey', `name_key`, 'description', `description`, 'isActive', json('true'), 'consumable', json('false'), 'buildable', json('false'))
FROM `material_status` WHERE `suid_key` = 'voided'
AND NOT EXISTS (SELECT 1 FROM `change_log` WHERE `entity` = 'MaterialStatus' AND `entity_id` = `material_status`.`id`);
