ALTER TABLE `api_key` ADD `configured_at` integer;--> statement-breakpoint
-- The record has the key of the environment from now on.
INSERT INTO `change_log` (`operation_id`, `ordinal`, `at`, `entity`, `entity_id`, `rev_no`, `action`, `before`, `after`)
SELECT '00000000-0000-8000-8000-000000000018', 0, `now`, 'ApiKey', `id`, `rev_no` + 1, 'configured',
  json_object('configuredAt', NULL), json_object('configuredAt', `now`)
FROM `api_key`, (SELECT max(CAST(strftime('%s', 'now') AS INTEGER) * 1000,
  (SELECT coalesce(max(`at`), 0) FROM `change_log` WHERE `seq` = (SELECT max(`seq`) FROM `change_log`))) AS `now`)
WHERE `id` IN (SELECT `key_id` FROM `configured_key`) AND `revoked_at` IS NULL;--> statement-breakpoint
UPDATE `api_key` SET `rev_no` = `rev_no` + 1, `configured_at` = (SELECT `at` FROM `change_log` WHERE `operation_id` = '00000000-0000-8000-8000-000000000018')
WHERE `id` IN (SELECT `entity_id` FROM `change_log` WHERE `operation_id` = '00000000-0000-8000-8000-000000000018');--> statement-breakpoint
DROP TABLE `configured_key`;--> statement-breakpoint
ALTER TABLE `external_system` DROP COLUMN `at`;
