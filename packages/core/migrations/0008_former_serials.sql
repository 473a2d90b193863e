DROP INDEX `change_log_renamed`;--> statement-breakpoint
CREATE INDEX `change_log_former_serial` ON `change_log` (before ->> '$.serialKey') WHERE entity = 'MaterialItem' and action in ('moved', 'relabelled', 'updated');--> statement-breakpoint
CREATE INDEX `change_log_renamed` ON `change_log` (`entity_id`) WHERE entity = 'MaterialItem' and action in ('moved', 'relabelled', 'updated');