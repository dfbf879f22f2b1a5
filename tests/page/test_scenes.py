"""Scenes of the studio that need no server, in the page: the same code as over the server."""

from __future__ import annotations

from ..studio.test_building import (  # noqa: F401
    test_a_cam_and_its_follower_by_the_pointer,
    test_a_drawn_link_is_one_step_of_undo,
    test_a_four_bar_with_the_path_of_its_coupler_in_twelve_gestures,
    test_a_gear_pair_in_eight_gestures,
    test_a_wrong_number_in_the_form_is_refused,
    test_arrows_of_force_and_gravity_are_dragged,
    test_how_a_point_is_held_is_chosen_and_chosen_back,
    test_numbers_of_what_is_chosen_in_a_form,
    test_several_things_are_moved_copied_and_mirrored,
    test_the_job_is_chosen,
)
from ..studio.test_history import (  # noqa: F401
    test_every_key_on_a_slider_is_a_step,
    test_typing_ends_a_drag_and_loses_no_letter,
    test_undo_within_a_drag_ends_it_first,
)
from ..studio.test_page import (  # noqa: F401
    test_a_fault_is_told_at_its_place_and_mended,
    test_a_fixed_point_is_moved,
    test_a_long_simulation_can_be_stopped,
    test_a_mechanism_in_space_is_turned_and_driven,
    test_a_moving_point_dragged_with_shift_changes_its_links,
    test_a_moving_point_drives_and_the_text_stays,
    test_a_numbered_deck_is_built_on_and_named,
    test_a_numbered_deck_is_dragged_too,
    test_a_slider_changes_its_value_in_place,
    test_an_expression_of_several_names_asks,
    test_branches_are_shown_and_taken_over,
    test_completion_and_hover_speak_the_language,
    test_curves_are_read_and_polar_diagrams_stand_beside_them,
    test_format_and_definition,
    test_html_in_every_name_stays_text,
    test_keyboard_alone,
    test_line_and_thing_belong_together,
    test_play_moves_and_values_follow,
    test_rename_and_delete_reach_everything,
    test_the_drag_stops_where_the_mechanism_cannot_be_assembled,
    test_the_sheet_of_joints_is_a_tab,
    test_tools_are_one_stop_and_links_are_chosen_by_keyboard,
    test_transmission_angle_dead_centres_and_trust_are_seen_at_once,
    test_typing_changes_the_picture,
    test_values_under_the_pointer,
)
