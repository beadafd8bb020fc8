insert into "content_template" ("name", "name_key", "description", "labels", "storage", "space_id")
  values (…)
  returning *;

select *
  from "content_template"
  where "id" = ?;

select *
  from "content_template"
  where "space_id" = ?
  order by "name_key", "id"
  limit ?
  offset ?;

select *
  from "content_template"
  where "space_id" is null and "name_key" = ?;

select count(*) as "number"
  from "content_template"
  where "space_id" is null;
