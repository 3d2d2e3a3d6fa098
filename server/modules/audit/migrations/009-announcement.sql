alter table audit.entry drop constraint entry_subject_check,
  add constraint entry_subject_check
    check (subject in ('comic', 'chapter', 'reader', 'order', 'editorial', 'staff', 'feedback', 'reply-template',
      'redeem-batch', 'announcement'));
