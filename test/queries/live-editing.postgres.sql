select "content_id", "incarnation", "base_version", "base_conflicts", "seq", "state_seq", "size", "draft_seq", "updated_at"
  from "live_document"
  where "content_id" = ?;

select distinct "account_id"
  from "live_connection"
  where "content_id" = ? and "seen_at" > ?
  order by "account_id";
