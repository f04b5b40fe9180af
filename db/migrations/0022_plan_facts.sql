-- A plan's limits are facts of its accounts' workspaces: a deployment that changes them, or an operator, sends them. The portal shows
-- them at once, and a workspace would have kept the old ones until its account's subscription changed. Over an hour, since other
-- memory restarts a workspace. A table that is rebuilt loses its triggers: add it again.
CREATE TRIGGER plans_changed AFTER UPDATE ON plans
WHEN (OLD.plan_group, OLD.monthly_executions_limit, OLD.active_workflows_limit, OLD.concurrent_executions_limit,
    OLD.memory_mib, OLD.cpu_millicores, OLD.log_retention_days, OLD.sells_overage)
  IS NOT (NEW.plan_group, NEW.monthly_executions_limit, NEW.active_workflows_limit, NEW.concurrent_executions_limit,
    NEW.memory_mib, NEW.cpu_millicores, NEW.log_retention_days, NEW.sells_overage) BEGIN
  UPDATE workspaces SET revision = revision + 1
  WHERE account_id IN (SELECT id FROM accounts WHERE plan_id = NEW.id AND trial_started_at IS NOT NULL);
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_plan_' || workspaces.id || '_' || workspaces.revision, 'workspace.send_facts',
    json_object('workspaceId', workspaces.id), unixepoch() * 1000, 0, unixepoch() * 1000 + abs(random() % 3600000)
  FROM workspaces INNER JOIN accounts ON accounts.id = workspaces.account_id
  WHERE accounts.plan_id = NEW.id AND accounts.trial_started_at IS NOT NULL;
END;
