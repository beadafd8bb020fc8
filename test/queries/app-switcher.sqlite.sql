insert into "menu_user_data" ("account_id", "key", "value")
  values (…)
  on conflict ("account_id", "key") do update
  set "value" = ?;

select "key", "value"
  from "menu_user_data"
  where "account_id" = ?
  limit ?;

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
