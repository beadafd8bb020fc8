delete
  from "space_import_run"
  where "id" = ? and "state" in ('READY', 'CANCELLED', 'FINISHED', 'FAILED')
  returning "id";

insert into "space_import_person" ("run_id", "kind", "source", "name", "display_name", "email", "action", "matched_by", "target_id", "outcome")
  values (…)
  on conflict ("run_id", "kind", "source") do update
  set "name" = "excluded"."name", "display_name" = "excluded"."display_name", "email" = "excluded"."email", "action" = "excluded"."action", "matched_by" = "excluded"."matched_by", "target_id" = "excluded"."target_id", "outcome" = "excluded"."outcome";

insert into "space_import_run" ("origin", "owner_id", "file_name", "file_size", "file_sha256", "options", "state", "progress", "error", "created_at", "finished_at")
  values (…)
  returning *;

select "kind", "outcome", count(*) as "number"
  from "space_import_person"
  where "run_id" = ?
  group by "kind", "outcome";

select "person".*, (select "account"."username" as "name"
  from "account"
  where "account"."id" = "person"."target_id" and "account"."deleted_at" is null) as "target"
  from "space_import_person" as "person"
  where "person"."run_id" = ? and "person"."kind" = ?
  order by "person"."name", "person"."source"
  limit ?
  offset ?;

select "person".*, (select "account"."username" as "name"
  from "account"
  where "account"."id" = "person"."target_id" and "account"."deleted_at" is null) as "target"
  from "space_import_person" as "person"
  where "person"."run_id" = ? and "person"."kind" = ? and "source" > ?
  order by "source"
  limit ?;

select "person".*, (select "account"."username" as "name"
  from "account"
  where "account"."id" = "person"."target_id" and "account"."deleted_at" is null) as "target"
  from "space_import_person" as "person"
  where "person"."run_id" = ? and "person"."kind" = ? and "source" in (…);

select "person".*, (select "account_group"."name" as "name"
  from "account_group"
  where "account_group"."id" = "person"."target_id") as "target"
  from "space_import_person" as "person"
  where "person"."run_id" = ? and "person"."kind" = ? and "source" > ?
  order by "source"
  limit ?;

select "space_import"."id", "space_import"."run_id", "space_import"."source_key", "space_import"."state", "space_import"."counts", "space_import"."remarks", "space"."key", "space"."name"
  from "space_import"
  inner join "space" on "space"."id" = "space_import"."space_id"
  where "space_import"."run_id" in (…) and "space"."status" <> 'deleting'
  order by "space_import"."id";

select "space_import".*, "space"."key", "space_import_run"."state" as "run_state"
  from "space_import"
  inner join "space" on "space"."id" = "space_import"."space_id"
  left join "space_import_run" on "space_import_run"."id" = "space_import"."run_id"
  where "space_import"."fingerprint" = ? and "space_import"."source_key" = ? and "space"."status" <> 'deleting'
  order by case when "space_import"."state" = 'running' then 0 else 1 end, "space_import"."id" desc;

select "space_import_remark"."id", "space_import_remark"."topic", "space_import_remark"."effect", "space_import_remark"."subject", "space_import_remark"."phrase", "space"."key" as "space_key", "content"."id" as "page_id", "content"."type" as "page_type", "content"."status" as "page_status", "content"."title" as "page_title", "content"."posting_day" as "page_day"
  from "space_import_remark"
  left join "space_import" on "space_import"."id" = "space_import_remark"."import_id"
  left join "space" on "space"."id" = "space_import"."space_id"
  left join "content" on "content"."id" = "space_import_remark"."content_id"
  where "space_import_remark"."id" in (select "own"."id"
  from "space_import_remark" as "own"
  where "own"."run_id" = ?
  union all select "part"."id"
  from "space_import" as "of"
  inner join "space_import_remark" as "part" on "part"."import_id" = "of"."id"
  where "of"."run_id" = ?) and "space_import_remark"."id" > ?
  order by "space_import_remark"."id"
  limit ?
  offset ?;

select "space_import_remark"."topic", "space_import_remark"."effect", count(*) as "number"
  from "space_import_remark"
  left join "space_import" on "space_import"."id" = "space_import_remark"."import_id"
  left join "space" on "space"."id" = "space_import"."space_id"
  where "space_import_remark"."id" in (select "own"."id"
  from "space_import_remark" as "own"
  where "own"."run_id" = ?
  union all select "part"."id"
  from "space_import" as "of"
  inner join "space_import_remark" as "part" on "part"."import_id" = "of"."id"
  where "of"."run_id" = ?)
  group by "space_import_remark"."topic", "space_import_remark"."effect";

select "space_import_remark"."topic", "space_import_remark"."subject", count(*) as "number"
  from "space_import_remark"
  left join "space_import" on "space_import"."id" = "space_import_remark"."import_id"
  left join "space" on "space"."id" = "space_import"."space_id"
  where "space_import_remark"."id" in (select "own"."id"
  from "space_import_remark" as "own"
  where "own"."run_id" = ?
  union all select "part"."id"
  from "space_import" as "of"
  inner join "space_import_remark" as "part" on "part"."import_id" = "of"."id"
  where "of"."run_id" = ?) and "space_import_remark"."subject" is not null
  group by "space_import_remark"."topic", "space_import_remark"."subject"
  order by "number" desc, "space_import_remark"."subject"
  limit ?;

select "state"
  from "space_import_run"
  where "id" = ?;

select *
  from "space_import_run"
  order by "id" desc
  limit ?
  offset ?;

select *
  from "space_import_run"
  where "id" = ?;

update "space_import_run"
  set "seen_at" = ?, "seen_by" = ?
  where "id" = ?;

update "space_import_run"
  set "state" = ?, "error" = ?, "finished_at" = ?
  where "id" = ?;

update "space_import_run"
  set "state" = ?, "finished_at" = ?
  where "id" = ? and "state" not in ('CANCELLED', 'FINISHED', 'FAILED');

update "space_import_run"
  set "state" = ?, "seen_at" = ?, "error" = ?, "finished_at" = ?
  where "id" = ? and "state" not in ('CANCELLING', 'CANCELLED');
