insert into "content_property" ("content_id", "key", "value", "version", "updated_at", "message", "minor")
  values (…)
  on conflict ("content_id", "key") do nothing
  returning *;

insert into "event" ("at", "kind", "actor_id", "space_id", "content_id", "data", "changes")
  values (…);

insert into "job_budget" ("account_id", "class", "paid_at")
  values (…)
  on conflict ("account_id", "class") do update
  set "paid_at" = ?;

insert into "setting" ("name", "value")
  values (…)
  on conflict ("name") do update
  set "value" = ?;

insert into "space_property" ("space_id", "key", "value", "version", "updated_at", "message", "minor")
  values (…)
  on conflict ("space_id", "key") do nothing
  returning *;

select "id"
  from "event"
  where "kind" <> ?
  order by "id" desc
  limit ?;

select "name"
  from "migration";

select "paid_at"
  from "job_budget"
  where "account_id" = ? and "class" = ?;

select *
  from "content_property"
  where "content_id" = ?
  order by "key"
  limit ?
  offset ?;

select *
  from "content_property"
  where "content_id" = ? and "key" = ?;

select *
  from "event"
  where "id" > ? and "kind" <> ?
  order by "id"
  limit ?;

select *
  from "space_property"
  where "space_id" = ?
  order by "key"
  limit ?
  offset ?;

select *
  from "space_property"
  where "space_id" = ? and "key" = ?;

select 1;

select count(*) as "count"
  from "content_property"
  where "content_id" = ?;

select count(*) as "count"
  from "space_property"
  where "space_id" = ?;

update "space_property"
  set "value" = ?, "version" = ?, "updated_at" = ?, "message" = ?, "minor" = ?
  where "space_id" = ? and "key" = ? and "version" = ?
  returning *;
