insert into "menu_user_data" ("account_id", "key", "value")
  values (…)
  on conflict ("account_id", "key") do update
  set "value" = ?;

insert into "shortcut" ("space_id", "label", "url", "description", "hidden", "allowed_groups")
  values (…)
  returning *;

select "key", "value"
  from "menu_user_data"
  where "account_id" = ?
  limit ?;

select *
  from "shortcut"
  where "id" = ? and "space_id" = ?;

select *
  from "shortcut"
  where "id" = ? and "space_id" is null;

select *
  from "shortcut"
  where "space_id" = ?
  order by "id"
  limit ?;

select *
  from "shortcut"
  where "space_id" is null
  order by "id"
  limit ?;
