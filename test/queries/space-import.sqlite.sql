insert into "space_import_run" ("origin", "owner_id", "file_name", "file_size", "file_sha256", "options", "state", "progress", "error", "created_at", "finished_at")
  values (…)
  returning *;

select "space_import"."id", "space_import"."run_id", "space_import"."source_key", "space_import"."state", "space_import"."counts", "space_import"."remarks", "space"."key", "space"."name"
  from "space_import"
  inner join "space" on "space"."id" = "space_import"."space_id"
  where "space_import"."run_id" in (…) and "space"."status" <> 'deleting'
  order by "space_import"."id";

select *
  from "space_import_run"
  order by "id" desc
  limit ?
  offset ?;

select *
  from "space_import_run"
  where "id" = ?;

update "space_import_run"
  set "seen_at" = ?
  where "id" = ?;

update "space_import_run"
  set "state" = ?, "error" = ?, "finished_at" = ?
  where "id" = ?;

update "space_import_run"
  set "state" = ?, "seen_at" = ?, "error" = ?, "finished_at" = ?
  where "id" = ? and "state" <> 'CANCELLING';
