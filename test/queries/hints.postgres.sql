delete
  from "help_tip_dismissal"
  where "account_id" = ? and "tip_id" = ?
  returning "account_id";

insert into "feature_discovery" ("account_id", "plugin_key", "feature_key", "views", "discovered")
  values (…)
  on conflict ("account_id", "plugin_key", "feature_key") do update
  set "discovered" = ?;

insert into "feature_discovery" ("account_id", "plugin_key", "feature_key", "views", "discovered")
  values (…)
  on conflict ("account_id", "plugin_key", "feature_key") do update
  set "views" = feature_discovery.views + 1, "discovered" = case when feature_discovery.views + 1 >= ? then 1 else feature_discovery.discovered end
  returning "views", "discovered";

insert into "help_tip_dismissal" ("account_id", "tip_id", "at")
  values (…)
  on conflict do nothing
  returning "account_id";

select "plugin_key", "feature_key"
  from "feature_discovery"
  where "account_id" = ? and "discovered" = ?
  order by "plugin_key", "feature_key"
  limit ?;

select "tip_id"
  from "help_tip_dismissal"
  where "account_id" = ?
  order by "tip_id"
  limit ?;

select count(*) as "total"
  from "feature_discovery"
  where "account_id" = ?;

select count(*) as "total"
  from "help_tip_dismissal"
  where "account_id" = ?;
