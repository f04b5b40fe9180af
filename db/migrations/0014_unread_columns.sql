ALTER TABLE `overage_charges` DROP COLUMN `created_at`;--> statement-breakpoint
ALTER TABLE `overage_charges` DROP COLUMN `settled_at`;--> statement-breakpoint
ALTER TABLE `payment_methods` DROP COLUMN `updated_at`;--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `updated_at`;--> statement-breakpoint
ALTER TABLE `workspaces` DROP COLUMN `deletion_at`;--> statement-breakpoint
-- `survey_answers` without `user_id`: SQLite drops no column of a foreign key.
CREATE TABLE `new_survey_answers` (
	`account_id` text PRIMARY KEY NOT NULL,
	`work_area` text NOT NULL,
	`other_work_area` text,
	`coding_skills` integer NOT NULL,
	`company_industry` text NOT NULL,
	`other_company_industry` text,
	`company_size` text NOT NULL,
	`timezone` text NOT NULL,
	`answered_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `new_survey_answers` SELECT `account_id`, `work_area`, `other_work_area`, `coding_skills`, `company_industry`,
  `other_company_industry`, `company_size`, `timezone`, `answered_at` FROM `survey_answers`;--> statement-breakpoint
DROP TABLE `survey_answers`;--> statement-breakpoint
ALTER TABLE `new_survey_answers` RENAME TO `survey_answers`;
