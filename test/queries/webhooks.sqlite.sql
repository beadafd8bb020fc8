insert into "webhook" ("name", "url", "events", "active", "secret", "created_at", "updated_at")
  values (…)
  returning *;

select "id", "name", "events", "created_at"
  from "webhook"
  where "active" = ?
  order by "id";

select *
  from "webhook"
  order by "id"
  limit ?
  offset ?;

select *
  from "webhook"
  where "id" = ?;

select count(*) as "number"
  from "webhook";
